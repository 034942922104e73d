package dev.orderchain.order;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The house style, where it can be checked. */
@AnalyzeClasses(packages = "dev.orderchain.order", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule outcomesAreOfTheDomain =
      classes()
          .that()
          .haveNameMatching(
              ".*\\.(Placement|Event|Delivery|Answer|Participation|Reservation)(\\$.*)?")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "dev.orderchain.order..");

  @ArchTest
  static final ArchRule outboxKnowsNoPlacing =
      noClasses()
          .that()
          .resideInAPackage("..outbox..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..placing..", "..chain..", "..tenant..", "..problem..");

  @ArchTest
  static final ArchRule reservationRulesImportOnlyJava =
      classes()
          .that()
          .haveNameMatching(".*\\.(Ruling|Standing)(\\$.*)?")
          .should()
          .onlyDependOnClassesThat()
          .haveNameMatching("java\\..*|\\[I|.*\\.(Ruling|Standing)(\\$.*)?");
}
