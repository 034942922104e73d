package dev.orderchain.drills;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.orderchain.drills", importOptions = DoNotIncludeTests.class)
class PackagesTest {

  /** It runs in a container that has neither servers to start nor a work tree. */
  @ArchTest
  static final ArchRule checkNeedsNoTestbed =
      noClasses()
          .that()
          .resideInAPackage("..drills.check..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.orderchain.testbed..", "..drills.benchmark..");
}
