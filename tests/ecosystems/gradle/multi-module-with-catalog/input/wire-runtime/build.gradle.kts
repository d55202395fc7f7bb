import org.gradle.api.tasks.testing.Test

plugins {
  kotlin("jvm")
  id("java-library")
  id("com.vanniktech.maven.publish")
}

kotlin {
  jvmToolchain(17)
}

dependencies {
  api(libs.okio.core)
  implementation(kotlin("reflect"))
  testImplementation(libs.bundles.testing)
  testImplementation(projects.wireTesting)
  testImplementation(libs.missing.entry)
  "ktlint"(tools.ktlint.cli)
}
