# frozen_string_literal: true

# An Asciidoctor extension: blocks [puml], [plantuml] and [mermaid] become pictures. Findings are errors of Asciidoctor, at their page and line.
require 'asciidoctor'
require 'asciidoctor/extensions'
require 'digest'
require 'fileutils'
require 'json'
require 'open3'
require 'tmpdir'

class StraightedgeBlock < Asciidoctor::Extensions::BlockProcessor
  include Asciidoctor::Logging

  use_dsl
  on_contexts :listing, :literal, :open
  positional_attributes 'target'

  def process(parent, reader, attributes)
    cursor = reader.cursor
    text = reader.read
    pictures, findings = draw(parent.document, text, cursor)
    findings.each do |line, message|
      place = Asciidoctor::Reader::Cursor.new(cursor.file, cursor.dir, cursor.path, line)
      logger.error(message_with_context(message, source_location: place))
    end
    return create_listing_block(parent, text, attributes) if pictures.empty?

    targets = pictures.each_with_index.map { |it, idx| written(parent.document, it, attributes['target'], idx) }
    block = create_open_block(parent, nil, {})
    targets.each do |target|
      image = { 'target' => target, 'alt' => attributes['alt'] || 'diagram' }.merge(attributes.slice('align', 'width', 'role', 'id', 'title'))
      block << create_image_block(block, image)
    end
    block
  end

  # The pictures, and the errors with the page's line.
  def draw(document, text, cursor)
    program = document.attr('puml-program') || ENV['PUML'] || 'puml'
    Dir.mktmpdir('puml-') do |work|
      # A page with nothing but this block, at its own line: findings have the page's numbers.
      page = File.join(work, 'page.md')
      marks = '`' * [3, *text.scan(/`+/).map { |it| it.length + 1 }].max
      File.write(page, "#{"\n" * [0, cursor.lineno - 2].max}#{marks}#{language}\n#{text}\n#{marks}\n")
      command = [program, '--quiet', 'render', page, '--json', '--format', 'svg', '--output', "#{work}/out/", '--include-root', cursor.dir || document.base_dir]
      # A picture in a page sees none of the fonts of that page, so it carries its own; options may say otherwise.
      command += ['--text', 'embedded', *document.attr('puml-options', '').split]
      out, problem, = Open3.capture3(*command)
      answer = out.empty? ? { 'ok' => false, 'problem' => problem } : JSON.parse(out)['files'][0]
      errors = (answer['diagnostics'] || []).select { |it| it['severity'] == 'error' }.map do |it|
        own = File.basename(it['file']) == 'page.md'
        [own ? it.dig('range', 'start', 'line') : cursor.lineno, "#{"#{it['file']}: " unless own}error[#{it['code']}]: #{it['message']}"]
      end
      errors << [cursor.lineno, answer['problem'].to_s.strip] if !answer['ok'] && errors.empty?
      [errors.empty? ? answer['written'].map { |it| File.binread(it) } : [], errors]
    end
  rescue Errno::ENOENT
    [[], [[cursor.lineno, "#{program} does not start: install puml, or name it in the attribute puml-program"]]]
  end

  # Writes a picture where images of this document lie; gives its name there.
  def written(document, picture, wanted, idx)
    name = wanted ? "#{wanted}#{"-#{idx + 1}" if idx.positive?}.svg" : "diagram-#{Digest::SHA256.hexdigest(picture)[0, 16]}.svg"
    folder = document.attr('imagesoutdir') || File.join(document.attr('outdir') || document.options[:to_dir] || document.base_dir, document.attr('imagesdir', ''))
    FileUtils.mkdir_p(folder)
    File.binwrite(File.join(folder, name), picture)
    name
  end

  def language
    config[:language]
  end
end

Asciidoctor::Extensions.register do
  %w[puml plantuml mermaid].each { |name| block(StraightedgeBlock.new(name.to_sym, language: name)) }
end
