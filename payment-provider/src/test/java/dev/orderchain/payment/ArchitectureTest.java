package dev.orderchain.payment;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;

/** The house style, where it can be checked. */
@AnalyzeClasses(packages = "dev.orderchain", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule theDomainKnowsOnlyJava =
      classes()
          .that()
          .haveNameMatching(".*\\.(Payment|Terms|Token|Call)(\\$.*)?")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "dev.orderchain.payment..");

  /** The company is not ours: it must be possible to take it away. */
  @ArchTest
  static final ArchRule nothingOfOursIsKnownHere =
      classes()
          .that()
          .resideOutsideOfPackage("dev.orderchain.rules..")
          .should()
          .resideInAPackage("dev.orderchain.payment..");

  /** Quarkus ignores a resource method that is not public, with only a warning. */
  @ArchTest
  static final ArchRule resourceMethodsArePublic =
      methods()
          .that()
          .areAnnotatedWith(GET.class)
          .or()
          .areAnnotatedWith(PUT.class)
          .or()
          .areAnnotatedWith(POST.class)
          .should()
          .bePublic();

  @ArchTest
  static final ArchRule sqlIsKnownToTheTablesOnly =
      noClasses()
          .that()
          .haveNameNotMatching(".*\\.(Payments|Calls|Refunds|Notices|CreateSchema)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .haveNameMatching("java\\.sql\\.(Connection|.*Statement|ResultSet)");
}
