version = File.read(File.expand_path("VERSION", __dir__)).strip

Gem::Specification.new "framework", version do |s|
  s.platform = Gem::Platform::RUBY
  s.required_ruby_version = ">= 2.7.0"

  s.add_dependency "framework-core", version
  %w[framework-web framework-mail].each do |name|
    s.add_dependency name, ["= #{version}", "< 9"]
  end
  s.add_dependency name_of_adapter, ">= 1"
end
