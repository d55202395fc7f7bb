# -*- encoding: utf-8 -*-
Gem::Specification.new do |s|
  s.name = %q{legacy}
  s.version = "0.4.2"
  s.executables << 'legacy'
  if s.respond_to? :specification_version then
    s.specification_version = 3
    if Gem::Version.new(Gem::VERSION) >= Gem::Version.new('1.2.0') then
      s.add_runtime_dependency(%q<nokogiri>, ["~> 1.5".freeze])
      s.add_development_dependency(%q<test-unit>, [">= 0"])
    else
      s.add_dependency(%q<nokogiri>, ["~> 1.5"])
    end
  end
end
