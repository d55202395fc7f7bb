class TestingPlugin implements Plugin<Project> {
    void apply(Project project) {
        def libs = project.extensions.getByType(VersionCatalogsExtension).named('libs')
        project.dependencies.add('testImplementation', libs.findBundle('spock').get())
        project.dependencies { checkstyle(libs.checkstyle) }
    }
}
