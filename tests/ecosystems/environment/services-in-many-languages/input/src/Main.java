class Main {
  String a = System.getenv("JAVA_HOME");
  String b = System.getenv().getOrDefault("REGION", "eu-west-1");
}
