plugins {
    kotlin("multiplatform") version "1.9.22"
    id("org.jlleitschuh.gradle.ktlint") version "12.1.0"
}

val coroutines = "1.8.0"
val ktorVersion: String by project

kotlin {
    jvm()
    js(IR) {
        browser()
    }

    sourceSets {
        val commonMain by getting {
            dependencies {
                api("org.jetbrains.kotlinx:kotlinx-coroutines-core:$coroutines")
            }
        }
        commonTest.dependencies {
            implementation(kotlin("test"))
        }
        named("jvmTest") {
            dependencies {
                implementation("io.ktor:ktor-server-tests:$ktorVersion")
            }
        }
        jsMain {
            dependencies {
                implementation(npm("uuid", "9.0.1"))
            }
        }
    }
}

dependencies {
    add("kspJvm", "com.squareup.moshi:moshi-kotlin-codegen:1.15.1")
}

/* implementation("not.a:dependency:1") */
