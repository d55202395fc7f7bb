# frozen_string_literal: true

require_relative "lib/tool/version"

Gem::Specification.new do |spec|
  spec.name = "tool"
  spec.version = Tool::VERSION
  spec.summary = "A tool."
  spec.required_ruby_version = ">= 3.0", "< 4"
  spec.files = Dir["lib/**/*.rb"]
  spec.bindir = "exe"
  spec.executables = ["tool", "tool-server"]

  spec.add_dependency "rack", "~> 3.0", ">= 3.0.4"
  spec.add_runtime_dependency "zeitwerk"
  spec.add_development_dependency "rspec", "~> 3.12"
  spec.add_development_dependency "rubocop"
end
