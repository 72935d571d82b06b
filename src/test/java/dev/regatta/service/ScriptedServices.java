package dev.regatta.service;

import dev.regatta.load.Threading;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** {@link ScriptedService} as something that was built. */
final class ScriptedServices {

    /** Nobody asks it. */
    static final Endpoint DATABASE = new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", 1, "regatta", "somebody", "secret");

    private ScriptedServices() {
    }

    static BuiltService in(Path folder, String mode) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, ScriptedService.class.getName());
        Files.createDirectories(folder);
        try (var jar = new JarOutputStream(
                Files.newOutputStream(folder.resolve(Framework.SPRING_BOOT.made())), manifest)) {
            for (String name : List.of("ScriptedService.class", "ScriptedService$Parks.class")) {
                jar.putNextEntry(new ZipEntry(ScriptedService.class.getPackageName().replace('.', '/') + "/" + name));
                try (InputStream type = ScriptedService.class.getResourceAsStream(name)) {
                    type.transferTo(jar);
                }
            }
        }
        return new BuiltService(new WebService("scripted", "scripted", Framework.SPRING_BOOT,
                ScriptedService.onVirtualThreads(mode) ? Threading.VIRTUAL : Threading.PLATFORM,
                new TreeMap<>(Map.of("MODE", mode)), Optional.empty()), folder, "0".repeat(64));
    }
}
