--- A filter of pandoc, and of Quarto: a code block of class qkv becomes a figure of its tensor.
--
--     ``` {.qkv tensor=weights #fig-weights caption="What each query attends to"}
--     weights = torch.softmax(q @ k.T / 2 ** 0.5, dim=-1)
--     ```
--
-- `qkv help documents` says what can be asked for. QKV is the program (default: qkv on the PATH), QKV_CACHE
-- the folder of figures that were drawn already (default: ~/.cache/qkv/documents).

local system, path, utils = pandoc.system, pandoc.path, pandoc.utils
local HTML = FORMAT:match('^html') or ('revealjs s5 slidy slideous dzslides chunkedhtml'):find(FORMAT, 1, true)
local LATEX = FORMAT == 'latex' or FORMAT == 'beamer'
local OFFICE = {docx = true, pptx = true, odt = true, rtf = true}

-- Attributes for the filter itself, and for the block of code that is shown; all others are options of `qkv export`.
local OWN = {}
for name in ('tensor file lesson session caption alt width echo live latex elements cache error ' ..
             'fig-cap fig-alt fig-pos fig-env fig-align step keys view place keep'):gmatch('%S+') do
  OWN[name] = true
end
-- Options with which the program would write other files than the figure.
local REFUSED = {o = true, output = true, all = true, answers = true, force = true, format = true}
-- What an SVG alone can be, is left out elsewhere.
local SVG_ALONE = {theme = 'auto', paths = true, animate = true, loops = true, speed = true}

local failed = {}   -- messages
local sources = {}  -- lines of the document's files: {file =, number =, text =}
local reached = 0   -- the line up to which blocks have been found
local sessions = {} -- lines of the code so far, by name
local numbers = {}  -- of figures, by identifier
local figures = 0
local needs_tikz, has_script = false, false
local program, cache, folder, version

local function read(name)
  local file = io.open(name, 'rb')
  if not file then return nil end
  local text = file:read('a')
  file:close()
  return text
end

local function lines_of(text)
  local lines = {}
  for line in (text .. '\n'):gmatch('(.-)\r?\n') do lines[#lines + 1] = line end
  if text == '' or text:sub(-1) == '\n' then lines[#lines] = nil end
  return lines
end

local function escaped(text)
  return (text:gsub('[&<>"]', {['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;'}))
end

local function inlines(markdown)
  local block = pandoc.read(markdown, 'markdown').blocks[1]
  return block and block.content or {}
end

-- ---- where a block is -----------------------------------------------------------------------------

local function read_sources()
  local files = quarto and quarto.doc and {quarto.doc.input_file} or PANDOC_STATE.input_files
  for _, file in ipairs(files) do
    for number, text in ipairs(lines_of(file ~= '-' and read(file) or '')) do
      sources[#sources + 1] = {file = file, number = number, text = text}
    end
  end
end

local function is_block_at(first, lines)
  for i, line in ipairs(lines) do
    local source = sources[first + i] and sources[first + i].text:gsub('%s+', '')
    line = line:gsub('%s+', '')
    if not source or source:sub(#source - #line + 1) ~= line then return false end
  end
  return true
end

--- The line of the fence above these lines of code, as an index into `sources`; nil where it cannot be found,
-- as in what another program has included.
local function find_block(lines)
  for i = reached + 1, #sources do
    if sources[i].text:match('[`~][`~][`~].*qkv') and is_block_at(i, lines) then
      reached = i
      return i
    end
  end
end

--- The lines of the code, each with its place in the document.
local function placed(lines, fence, count)
  local result = {}
  for i, text in ipairs(lines) do
    local source = fence and sources[fence + i]
    result[i] = {text = text, place = source and source.file .. ':' .. source.number or 'block ' .. count .. ', line ' .. i,
                 shift = source and math.max(0, #source.text - #text) or 0}
  end
  return result
end

--- What the program said of its standard input, as said of the document.
local function of_document(message, code, place)
  message = message:gsub('%f[%S]%-:(%d+):(%d+)', function(line, column)
    local at = code[tonumber(line)]
    return at and at.place .. ':' .. math.floor(column + at.shift)
  end)
  return (('\n' .. message):gsub('\nqkv: ([^\n]*)', function(text)
    for _, at in ipairs(code) do
      if text:sub(1, #at.place + 1) == at.place .. ':' then return '\nqkv: ' .. text end
    end
    return '\nqkv: ' .. place .. ': ' .. text
  end):gsub('^%s+', ''):gsub('%s+$', ''))
end

-- ---- options --------------------------------------------------------------------------------------

local function as_text(value)
  return type(value) == 'boolean' and tostring(value) or utils.stringify(value)
end

--- What the document's metadata say for all blocks, and the block itself: a list of {name, value}, and by name.
-- A block's own replace those of the document; one that is given twice is an option that may be repeated.
local function options_of(block, defaults)
  local list, by_name = {}, {}
  for name, value in pairs(block.attributes) do
    list[#list + 1] = {name, value}
    by_name[name] = value
  end
  for _, default in ipairs(defaults) do
    if by_name[default[1]] == nil then list[#list + 1] = default end
  end
  for _, option in ipairs(list) do by_name[option[1]] = by_name[option[1]] or option[2] end
  return list, by_name
end

local function defaults_of(meta)
  local defaults = {}
  for name, value in pairs(meta.qkv or {}) do
    for _, item in ipairs(utils.type(value) == 'List' and value or {value}) do
      defaults[#defaults + 1] = {name, as_text(item)}
    end
  end
  table.sort(defaults, function(a, b) return a[1] < b[1] end)
  return defaults
end

local function for_code(name)
  return name == 'startFrom' or name == 'filename' or name:match('^code%-') or name:match('^data%-') or name:match('^lst%-')
end

--- What is wrong with what the block says to the filter; nil: nothing.
local function flaw_of(own)
  for _, name in ipairs({'live', 'echo', 'cache', 'error'}) do
    if own[name] and own[name] ~= 'true' and own[name] ~= 'false' then
      return 'qkv: ' .. name .. '=' .. own[name] .. ' is neither\n  try: true or false'
    end
  end
  if own.latex and own.latex ~= 'pdf' and own.latex ~= 'tikz' then
    return 'qkv: in LaTeX a figure is no ' .. own.latex .. '\n  try: latex=tikz or latex=pdf'
  end
  if own.width and not own.width:match('^[%d.]+%%$') and not own.width:match('^[%d.]+%l+$') then
    return 'qkv: width=' .. own.width .. ' is no width\n  try: 60% or 8cm'
  end
end

--- The arguments of `qkv export` for a figure of this kind, without where it is written; nil and what is wrong.
local function arguments_of(list, own, extension)
  local arguments = {'export', '-q'}
  for _, option in ipairs(list) do
    local name, value = option[1], option[2]
    local alone = extension ~= 'svg' and (SVG_ALONE[name] == true or SVG_ALONE[name] == value)
    if REFUSED[name] then
      return nil, 'qkv: ' .. name .. '= is not for a block of a document\n  try: leave it out; the filter chooses format and file'
    elseif not OWN[name] and not for_code(name) and value ~= 'false' and not alone then
      arguments[#arguments + 1] = '--' .. name .. (value == 'true' and '' or '=' .. value)
    end
  end
  if not own.file and not own.lesson then
    arguments[#arguments + 1] = '--as=py'
    if not own.files then arguments[#arguments + 1] = '--files=.' end
  end
  arguments[#arguments + 1] = '--'
  arguments[#arguments + 1] = own.file or own.lesson or '-'
  for tensor in (own.tensor or ''):gmatch('[^;]+') do
    arguments[#arguments + 1] = tensor:match('^%s*(.-)%s*$')
  end
  return arguments
end

-- ---- figures --------------------------------------------------------------------------------------

--- Runs the program; its output, or nil and what it said.
local function run(arguments, input)
  local fine, output = pcall(pandoc.pipe, 'sh', {'-c', 'exec "$0" "$@" 2>&1', program, table.unpack(arguments)}, input)
  if fine then return output end
  if output.error_code == 126 or output.error_code == 127 then
    return nil, 'qkv: the program ' .. program .. ' cannot be run\n' ..
      '  try: install qkv, or name it in the environment: QKV=/usr/local/bin/qkv pandoc …'
  end
  return nil, output.output or tostring(output)
end

--- What a figure depends on besides its options: the texts of all files that code and options name.
local function files_named(text)
  local found = {}
  for name in text:gmatch('[^"\'=%z\n]+') do
    local content = #name < 4096 and read(name)
    if content then found[#found + 1] = name .. '=' .. utils.sha1(content) end
  end
  return table.concat(found, '\n')
end

--- The bytes of the figure, from the cache where it has been drawn; nil and what is wrong.
local function drawn(arguments, code, extension, keep)
  local all = table.concat(arguments, '\0')
  local key = utils.sha1(table.concat({version, extension, all, code, files_named(all .. '\0' .. code)}, '\0'))
  local name = key .. '.' .. extension
  local function draw(into)
    local file = path.join({into, name})
    local bytes = keep and read(file)
    if bytes and bytes ~= '' then return bytes end
    -- The program writes under a name of its own and renames, so that no other run reads half a figure.
    local with_file = {table.unpack(arguments)}
    table.insert(with_file, 2, '--force')
    table.insert(with_file, 2, '--output=' .. file)
    local _, wrong = run(with_file, code)
    if wrong then return nil, wrong end
    return read(file)
  end
  if keep and cache and pcall(pandoc.pipe, 'mkdir', {'-p', cache}, '') then
    local bytes, wrong = draw(cache)
    return bytes, wrong, key
  end
  keep = false
  local bytes, wrong = system.with_temporary_directory('qkv', draw)
  return bytes, wrong, key
end

--- An SVG as a part of a page: identifiers of its own, and no wider than the text.
local function inline_svg(svg, key, width)
  local prefix = 'qkv' .. key:sub(1, 8) .. '-'
  return (svg:gsub('^<%?xml.-%?>%s*', '')
    :gsub('<(%a+) id="', '<%1 id="' .. prefix):gsub('="url%(#', '="url(#' .. prefix)
    :gsub('<svg ', '<svg style="max-width:100%%;height:auto' .. (width and ';width:' .. escaped(width):gsub('%%', '%%%%') or '') .. '" ', 1))
end

local MIME = {svg = 'image/svg+xml', pdf = 'application/pdf', png = 'image/png'}

--- As a file of its own. pandoc-crossref, whose identifiers are fig:NAME, finds nothing else.
local function image(bytes, key, extension, own)
  local name = 'qkv-' .. key:sub(1, 16) .. '.' .. extension
  local alt = own.alt or own['fig-alt'] or own.caption or own['fig-cap'] or own.tensor or 'figure'
  local attributes = own.width and {width = own.width} or {}
  if HTML then -- it needs no file beside the page
    name = 'data:image/svg+xml,' .. bytes:gsub('[^%w%-_.~/:=]', function(c) return ('%%%02X'):format(c:byte()) end)
  else
    pandoc.mediabag.insert(name, MIME[extension], bytes)
  end
  return pandoc.Image(inlines(alt), name, '', pandoc.Attr('', {}, attributes))
end

local function tikz(picture, width)
  needs_tikz = true
  local share = width and width:match('^([%d.]+)%%$')
  local to = share and share / 100 .. '\\linewidth' or width or '\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi'
  return '\\resizebox{' .. to .. '}{!}{%\n' .. picture:gsub('%%[^\n]*\n', '', 4):gsub('%s+$', '') .. '\n}'
end

-- ---- the block ------------------------------------------------------------------------------------

local function raw(text) return pandoc.RawInline(HTML and 'html' or 'latex', text) end

--- An image with a caption, as pandoc has it from version 3 on, or before; pandoc-crossref finds both.
local function captioned(content, caption, id)
  if pandoc.Figure then
    return pandoc.Figure({pandoc.Plain({content})}, {long = {pandoc.Plain(caption)}}, pandoc.Attr(id))
  end
  return pandoc.Para({pandoc.Image(caption, content.src, 'fig:', pandoc.Attr(id, {}, content.attributes))})
end

--- What is drawn with its caption and number, and with its place for references.
local function figure(content, own, id)
  local caption = own.caption or own['fig-cap']
  if not caption then
    local block = content.t == 'Image' and pandoc.Para or pandoc.Plain
    return id == '' and block({content}) or pandoc.Div({block({content})}, pandoc.Attr(id))
  end
  caption = inlines(caption)
  if quarto and quarto.FloatRefTarget and id:match('^fig%-') then
    return quarto.FloatRefTarget({identifier = id, type = 'Figure', content = {pandoc.Plain({content})},
                                  caption_long = pandoc.Plain(caption)})
  end
  figures = figures + 1
  if id:match('^fig%-') then
    numbers[id] = figures
    if not LATEX then caption:insert(1, pandoc.Str(numbers.word .. '\u{a0}' .. figures .. ': ')) end
  end
  if content.t == 'Image' then return captioned(content, caption, id) end
  local before, between, after
  if HTML then
    before = '<figure' .. (id ~= '' and ' id="' .. escaped(id) .. '"' or '') .. ' class="qkv">\n'
    between, after = '\n<figcaption>', '</figcaption>\n</figure>'
  else
    before = '\\begin{figure}[' .. (own['fig-pos'] or 'htbp') .. ']\n\\centering\n'
    between, after = '\n\\caption{', '}' .. (id ~= '' and '\\label{' .. id .. '}' or '') .. '\n\\end{figure}'
  end
  local parts = pandoc.List({raw(before), content, raw(between)})
  parts:extend(caption)
  parts:insert(raw(after))
  return pandoc.Plain(parts)
end

--- The same as a lesson that runs in the page.
local function lesson(own, code)
  if not own.elements then
    return nil, 'qkv: live=true has to know where the elements of the npm package are\n' ..
      '  try: in the metadata of the document, qkv: {elements: https://…/elements.js}'
  end
  local attributes, src = '', own.lesson
  if own.file and not own.file:match('%.py$') and not own.file:match('%.md$') and not own.file:match('%.ipynb$') then src = own.file end
  for _, name in ipairs({'step', 'keys', 'view', 'place', 'keep', 'theme'}) do
    if own[name] then attributes = attributes .. ' ' .. name .. '="' .. escaped(own[name]) .. '"' end
  end
  if src then attributes = attributes .. ' src="' .. escaped(src) .. '"'
  else attributes = attributes .. ' as="' .. (own.file and own.file:match('%w+$') or 'py') .. '"' end
  local script = ''
  if not has_script then
    local address = own.elements:match('%.js$') and own.elements or own.elements:gsub('/$', '') .. '/elements.js'
    script = '<script type="module" src="' .. escaped(address) .. '"></script>\n'
    has_script = true
  end
  return raw(script .. '<qkv-lesson style="white-space:pre-wrap"' .. attributes .. '>' .. (src and '' or escaped(code)) .. '</qkv-lesson>')
end

local function joined(code)
  local texts = {}
  for i, line in ipairs(code) do texts[i] = line.text .. '\n' end
  return table.concat(texts)
end

local function extension_for(own, id)
  if HTML then return 'svg' end
  if LATEX then return (own.latex == 'pdf' or id:match('^fig:')) and 'pdf' or 'tikz' end
  return OFFICE[FORMAT] and 'png' or FORMAT == 'context' and 'pdf' or 'svg'
end

--- The figure as a block; nil and what is wrong.
local function shown(list, own, code, id)
  local extension = extension_for(own, id)
  local flaw = flaw_of(own)
  if flaw then return nil, flaw end
  local text = own.file and read(own.file) or joined(code)
  if HTML and own.live == 'true' then
    local element, wrong = lesson(own, text)
    return element and figure(element, own, id), wrong
  end
  local arguments, wrong = arguments_of(list, own, extension)
  if not arguments then return nil, wrong end
  if own.file and not read(own.file) then return nil, 'qkv: the file ' .. own.file .. ' is not there\n  try: a path from the folder of the document' end
  local bytes, key
  bytes, wrong, key = drawn(arguments, joined(code), extension, own.cache ~= 'false')
  if not bytes then return nil, wrong or 'qkv: no figure was drawn' end
  if extension == 'tikz' then return figure(raw(tikz(bytes, own.width)), own, id) end
  if HTML and not id:match('^fig:') then return figure(raw(inline_svg(bytes, key, own.width)), own, id) end
  return figure(image(bytes, key, extension, own), own, id)
end

--- The code as it is shown above its figure.
local function echo_of(block, own)
  local text = block.text
  if own.file then text = own.file:match('%.py$') and read(own.file) or '' end
  if own.echo == 'false' or text == '' then return nil end
  local attributes = {}
  for name, value in pairs(block.attributes) do
    if for_code(name) then attributes[name] = value end
  end
  local classes = block.classes:filter(function(class) return class ~= 'qkv' end)
  classes:insert(1, 'python')
  return pandoc.CodeBlock(text:gsub('\n+$', ''), pandoc.Attr('', classes, attributes))
end

local count = 0
local function block_of(defaults)
  return function(block)
    if not block.classes:includes('qkv') then return nil end
    count = count + 1
    local list, own = options_of(block, defaults)
    local lines = lines_of(block.text)
    local fence = find_block(lines)
    local place = fence and sources[fence].file .. ':' .. sources[fence].number or 'block ' .. count
    local code = placed(lines, fence, count)
    if own.session then
      local session = sessions[own.session] or {}
      sessions[own.session] = session
      table.move(code, 1, #code, #session + 1, session)
      code = session
    end
    local content, wrong = shown(list, own, code, block.identifier)
    if wrong then
      wrong = of_document(wrong, code, place)
      if own.error ~= 'true' then failed[#failed + 1] = wrong end
      content = pandoc.CodeBlock(wrong, pandoc.Attr(block.identifier, {'qkv-error'}))
    end
    local echo = echo_of(block, own)
    return echo and {echo, content} or {content}, false
  end
end

-- ---- the document ---------------------------------------------------------------------------------

--- Figures of the document itself have numbers, too.
local function is_figure(block)
  local first = block.content and #block.content == 1 and block.content[1]
  if first and first.t == 'Image' and first.title:sub(1, 4) == 'fig:' then figures = figures + 1 end
end

--- @fig-weights, where neither Quarto nor pandoc-crossref has numbered the figures.
local function reference(cite)
  local parts = {}
  for i, citation in ipairs(cite.citations) do
    local number = numbers[citation.id]
    if not number or not citation.id:match('^fig%-') then return nil end
    local word = citation.mode == 'SuppressAuthor' and '' or (LATEX and '\\figurename~' or numbers.word .. '\u{a0}')
    if i > 1 then parts[#parts + 1] = pandoc.Str(', ') end
    parts[#parts + 1] = LATEX and raw(word .. '\\ref{' .. citation.id .. '}') or
      pandoc.Link({pandoc.Str(word .. number)}, '#' .. citation.id)
  end
  return parts
end

local function load_tikz(meta)
  if quarto and quarto.doc and quarto.doc.use_latex_package then
    quarto.doc.use_latex_package('tikz')
    return
  end
  local header = meta['header-includes']
  if header == nil then header = {} elseif utils.type(header) ~= 'List' then header = {header} end
  header[#header + 1] = pandoc.MetaBlocks({pandoc.RawBlock('latex', '\\usepackage{tikz}')})
  meta['header-includes'] = pandoc.MetaList(header)
end

local function absolute(name)
  return path.is_relative(name) and path.join({system.get_working_directory(), name}) or name
end

local function settings()
  program = os.getenv('QKV') or 'qkv'
  if program:find('/', 1, true) then program = absolute(program) end
  local home = os.getenv('HOME') or os.getenv('USERPROFILE')
  local caches = os.getenv('XDG_CACHE_HOME') or home and path.join({home, '.cache'})
  cache = os.getenv('QKV_CACHE') or caches and path.join({caches, 'qkv', 'documents'})
  cache = cache and cache ~= '' and absolute(cache) or nil
  read_sources()
  folder = sources[1] and path.directory(sources[1].file) or '.'
end

local function has_blocks(doc)
  local found = false
  doc:walk({CodeBlock = function(block) found = found or block.classes:includes('qkv') end})
  return found
end

function Pandoc(doc)
  if not has_blocks(doc) then return nil end
  settings()
  local said, wrong = run({'--version'}, '')
  version = said
  local crossref = doc.meta.crossref
  numbers.word = crossref and crossref['fig-title'] and utils.stringify(crossref['fig-title']) or 'Figure'
  if wrong then
    failed[1] = wrong
  else
    doc = system.with_working_directory(folder ~= '' and folder or '.', function()
      local defaults = defaults_of(doc.meta)
      return doc:walk({traverse = 'topdown', CodeBlock = block_of(defaults), Para = is_figure,
                       Figure = function() figures = figures + 1 end})
    end)
    doc = doc:walk({Cite = reference})
  end
  if #failed > 0 then
    io.stderr:write(table.concat(failed, '\n'), '\n')
    os.exit(83) -- as pandoc itself where a filter fails, without the filter's own lines
  end
  if needs_tikz then load_tikz(doc.meta) end
  doc.meta.qkv = nil
  return doc
end
