plugins {
  kotlin("jvm")
  application
}

application {
  mainClass.set("com.example.client.MainKt")
}

dependencies {
  implementation(projects.wireRuntime)
}

val generateSources by tasks.registering(JavaExec::class) {
  mainClass.set("com.example.Generator")
}
