# frozen_string_literal: true

Gem::Specification.new do |spec|
  spec.name = 'asciidoctor-straightedge'
  spec.version = '0.1.0'
  spec.summary = 'PlantUML and Mermaid blocks of AsciiDoc pages as pictures'
  spec.authors = ['Straightedge']
  spec.licenses = ['MIT', 'Apache-2.0']
  spec.files = ['asciidoctor-straightedge.rb', 'README.md']
  spec.require_paths = ['.']
  spec.add_dependency 'asciidoctor', '~> 2.0'
end
