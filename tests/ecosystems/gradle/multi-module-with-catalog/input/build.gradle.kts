plugins {
  alias(libs.plugins.kotlin.jvm) apply false
  alias(libs.plugins.dokka)
}

subprojects {
  tasks.withType<Test> {
    useJUnitPlatform()
  }
}
