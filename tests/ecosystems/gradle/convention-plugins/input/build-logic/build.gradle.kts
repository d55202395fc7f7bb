plugins {
    `kotlin-dsl`
}

dependencies {
    implementation("com.diffplug.spotless:spotless-plugin-gradle:6.25.0")
}

gradlePlugin {
    plugins {
        register("release") {
            id = "platform.release"
            implementationClass = "ReleasePlugin"
        }
    }
}
