package dev.regatta;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** All classes of {@code src/main}, read once for all tests that look at them: that takes seconds. */
public final class OurClasses {

    /** In all packages. */
    public static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.regatta");

    private OurClasses() {
    }
}
