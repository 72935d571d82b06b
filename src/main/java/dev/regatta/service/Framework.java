package dev.regatta.service;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/** What a service is written with: how its version is called in its POM, and what its build makes. */
enum Framework {
    /** One jar with all others in it. */
    SPRING_BOOT("spring-boot.version", "service.jar", "service.jar"),
    /** A folder of jars, with the one that starts them. */
    QUARKUS("quarkus.version", "quarkus-app", "quarkus-app/quarkus-run.jar");

    private final String versionProperty;
    private final String made;
    private final String jar;

    Framework(String versionProperty, String made, String jar) {
        this.versionProperty = versionProperty;
        this.made = made;
        this.jar = jar;
    }

    /** The property of the POM whose bump is a new version of the service. */
    String versionProperty() {
        return versionProperty;
    }

    /** Those of a service's variables that its build must know: Quarkus fixes there what some of them say. */
    SortedMap<String, String> knownToTheBuild(SortedMap<String, String> environment) {
        return this == QUARKUS ? environment : Collections.emptySortedMap();
    }

    /** What the build leaves in {@code target} to be deployed. */
    String made() {
        return made;
    }

    /** The command's words behind {@code java}, for what was made and lies in this folder. */
    List<String> arguments(Path folder) {
        return List.of("-jar", folder.resolve(jar).toString());
    }
}
