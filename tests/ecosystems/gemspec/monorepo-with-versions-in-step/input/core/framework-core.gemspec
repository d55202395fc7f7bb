Gem::Specification.new do |s|
  s.name = "framework-core"
  s.executable = "framework"
  s.add_dependency("i18n", ">= 1.6", "< 2")
  s.add_dependency "racc" if RUBY_PLATFORM == "java"
end
