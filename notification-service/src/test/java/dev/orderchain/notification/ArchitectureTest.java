package dev.orderchain.notification;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The house style, where it can be checked. */
@AnalyzeClasses(packages = "dev.orderchain.notification", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String DOMAIN =
      ".*\\.(Message|Reading|Event|OrderFact|Sorted|Retention)(\\$.*)?";

  @ArchTest
  static final ArchRule theDomainKnowsOnlyJava =
      classes()
          .that()
          .haveNameMatching(DOMAIN)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "dev.orderchain.notification..");

  /** Quarkus ignores a resource method that is not public, with only a warning. */
  @ArchTest
  static final ArchRule resourceMethodsArePublic =
      methods()
          .that()
          .areAnnotatedWith(jakarta.ws.rs.GET.class)
          .or()
          .areAnnotatedWith(jakarta.ws.rs.POST.class)
          .should()
          .bePublic();

  @ArchTest static final ArchRule couponsAreForNobody = isForNobody("..coupon..");

  @ArchTest static final ArchRule noticesAreForNobody = isForNobody("..notice..");

  /** Removing the package takes that effect away and nothing else. */
  private static ArchRule isForNobody(String effect) {
    return classes()
        .that()
        .resideInAPackage(effect)
        .and()
        .areTopLevelClasses()
        .should()
        .notBePublic();
  }

  @ArchTest
  static final ArchRule kafkaIsKnownAtTheEdgeOnly =
      noClasses()
          .that()
          .haveNameNotMatching(".*\\.(OrderEvents|CouponEvents|Intake|InboxRetention)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.kafka..", "org.eclipse.microprofile.reactive..");

  @ArchTest
  static final ArchRule transactionsAreOpenedByUseCases =
      noClasses()
          .that()
          .haveNameNotMatching(".*\\.(ReceiveOrderEvents|PurgeInbox|OpenReviews)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .haveSimpleName("QuarkusTransaction");
}
