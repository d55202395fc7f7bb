dependencies {
    implementation(libs.okio)
}
