pluginManagement {
    repositories {
        gradlePluginPortal()
    }
    plugins {
        id("com.vanniktech.maven.publish") version "0.28.0"
    }
}

rootProject.name = "wire-parent"

dependencyResolutionManagement {
    versionCatalogs {
        create("tools") {
            version("ktlint", "1.2.1")
            library("ktlint-cli", "com.pinterest.ktlint", "ktlint-cli").versionRef("ktlint")
        }
    }
}

include(":wire-runtime")
include(":wire-testing", ":samples:simple-client")
include(":docs")
project(":samples:simple-client").name = "client"
project(":docs").projectDir = file("documentation")

if (System.getenv("ANDROID_HOME") != null) {
    include(":wire-android")
}
