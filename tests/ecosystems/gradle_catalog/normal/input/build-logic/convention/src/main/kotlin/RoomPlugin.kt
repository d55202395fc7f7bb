import org.gradle.api.Plugin
import org.gradle.api.Project

class RoomPlugin : Plugin<Project> {
    override fun apply(target: Project) = with(target) {
        pluginManager.apply(libs.findPlugin("ksp").get().get().pluginId)
        dependencies {
            add("implementation", libs.findLibrary("room-runtime").get())
            "ksp"(libs.findLibrary("room.compiler").get())
            add("testImplementation", libs.findLibrary("junit").get())
            add("implementation", libs.findLibrary("okio").get())
            add("implementation", libs.findLibrary("nowhere").get())
        }
    }
}
