# The images of the order chain: one build, then one target for each service.

ARG MAVEN_IMAGE=maven:3.9-eclipse-temurin-25
ARG JRE_IMAGE=eclipse-temurin:25-jre

FROM ${MAVEN_IMAGE} AS build
WORKDIR /src
COPY . .
# Tests need servers; scripts/test runs them.
RUN --mount=type=cache,target=/root/.m2 mvn -B -ntp -Dmaven.test.skip package

FROM ${JRE_IMAGE} AS jre
RUN useradd --system --uid 10001 --no-create-home --home-dir /app --shell /usr/sbin/nologin app
WORKDIR /app
USER app
ENTRYPOINT ["java", "-jar", "quarkus-run.jar"]

FROM jre AS order-service
EXPOSE 8080
COPY --from=build /src/order-service/target/quarkus-app/ ./

FROM jre AS relay-service
EXPOSE 8081
COPY --from=build /src/relay-service/target/quarkus-app/ ./

FROM jre AS notification-service
EXPOSE 8082
COPY --from=build /src/notification-service/target/quarkus-app/ ./

FROM jre AS payment-provider
EXPOSE 8090
# A new volume there belongs to whom the folder belongs to.
USER root
RUN install -d -o app /data
USER app
COPY --from=build /src/payment-provider/target/quarkus-app/ ./

FROM jre AS drills
COPY --from=build /src/drills/target/lib/ lib/
COPY --from=build /src/drills/target/drills.jar ./
ENTRYPOINT ["java", "-jar", "drills.jar"]
