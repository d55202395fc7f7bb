class Conventions {
    void apply(Project project) {
        project.getDependencies().add("testImplementation", testLibs.findLibrary("mockito").get());
    }
}
