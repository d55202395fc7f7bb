plugins {
    `java-library`
    id("com.diffplug.spotless")
}

tasks.withType<JavaCompile>().configureEach {
    options.release.set(11)
}

testing {
    suites {
        val test by getting(JvmTestSuite::class) {
            useJUnitJupiter("5.10.2")
        }
        val smokeTest by registering(JvmTestSuite::class) {
            dependencies {
                implementation("org.awaitility:awaitility:4.2.0")
            }
        }
    }
}

dependencies {
    implementation("org.jspecify:jspecify:1.0.0")
}
