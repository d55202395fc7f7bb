plugins {
  alias(libs.plugins.kotlin.jvm)
}

dependencies {
  implementation(project(":wire-runtime"))
  implementation(project(path = ":samples:client"))
  api(libs.okio.fakefilesystem) {
    because("it is part of the interface")
  }
}
