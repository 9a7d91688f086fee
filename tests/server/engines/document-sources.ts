import { docx, zip } from './zips.ts'

export interface Metadata {
  title: string
  author: string
  keywords: string
  lang: string
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const xml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'
const ODF = 'urn:oasis:names:tc:opendocument:xmlns'

/** A document of each format whose metadata is as given, and whose text is `Words of the body.` */
export const SOURCES: Record<string, { name: string; make: (meta: Metadata) => string | Uint8Array }> = {
  html: {
    name: 'a.html',
    make: ({ title, author, keywords, lang }) =>
      `<!DOCTYPE html><html lang="${xml(lang)}"><head><title>${xml(title)}</title>${Object.entries({
        author,
        keywords,
        lang,
        fontsize: keywords,
        columns: keywords,
        template: keywords,
        documentclass: keywords,
        'header-includes': keywords,
      })
        .map(([name, content]) => `<meta name="${name}" content="${xml(content)}">`)
        .join('')}</head><body><p>Words of the body.</p></body></html>`,
  },
  md: {
    name: 'a.md',
    make: ({ title, author, keywords, lang }) =>
      `---\n${Object.entries({
        title,
        author: [author, { name: author, email: keywords }],
        keywords: [keywords, keywords],
        lang,
        region: keywords,
        'abstract-title': keywords,
        abstract: author,
        fontsize: keywords,
        columns: keywords,
        linkcolor: keywords,
        template: keywords,
        geometry: keywords,
        documentclass: keywords,
        theme: keywords,
        'include-before': keywords,
        'filewright-blocks': '0',
      })
        .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
        .join('\n')}\n---\n\nWords of the body.\n`,
  },
  fb2: {
    name: 'a.fb2',
    make: ({ title, author, keywords, lang }) =>
      `<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info><author><first-name>${xml(author)}</first-name></author><book-title>${xml(title)}</book-title><keywords>${xml(keywords)}</keywords><lang>${xml(lang)}</lang></title-info></description><body><section><p>Words of the body.</p></section></body></FictionBook>`,
  },
  docx: {
    name: 'a.docx',
    make: ({ title, author, keywords, lang }) =>
      docx('Words of the body.', {
        '_rels/.rels':
          '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>',
        'docProps/core.xml': `<?xml version="1.0"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ${DC}><dc:title>${xml(title)}</dc:title><dc:creator>${xml(author)}</dc:creator><cp:keywords>${xml(keywords)}</cp:keywords><dc:language>${xml(lang)}</dc:language><dc:subject>${xml(keywords)}</dc:subject></cp:coreProperties>`,
      }),
  },
  odt: {
    name: 'a.odt',
    make: ({ title, author, keywords, lang }) =>
      zip({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'META-INF/manifest.xml': `<?xml version="1.0"?><manifest:manifest xmlns:manifest="${ODF}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/></manifest:manifest>`,
        'meta.xml': `<?xml version="1.0"?><office:document-meta xmlns:office="${ODF}:office:1.0" xmlns:meta="${ODF}:meta:1.0" ${DC}><office:meta><dc:title>${xml(title)}</dc:title><dc:creator>${xml(author)}</dc:creator><meta:keyword>${xml(keywords)}</meta:keyword><dc:language>${xml(lang)}</dc:language></office:meta></office:document-meta>`,
        'styles.xml': `<?xml version="1.0"?><office:document-styles xmlns:office="${ODF}:office:1.0"><office:font-face-decls/><office:styles/><office:automatic-styles/><office:master-styles/></office:document-styles>`,
        'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="${ODF}:office:1.0" xmlns:text="${ODF}:text:1.0"><office:font-face-decls/><office:automatic-styles/><office:body><office:text><text:p>Words of the body.</text:p></office:text></office:body></office:document-content>`,
      }),
  },
  epub: {
    name: 'a.epub',
    make: ({ title, author, keywords, lang }) =>
      zip({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml':
          '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        'a.opf': `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata ${DC}><dc:title>${xml(title)}</dc:title><dc:creator>${xml(author)}</dc:creator><dc:subject>${xml(keywords)}</dc:subject><dc:language>${xml(lang)}</dc:language><dc:rights>${xml(keywords)}</dc:rights></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>`,
        'c.xhtml':
          '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>c</title></head><body><p>Words of the body.</p></body></html>',
      }),
  },
  org: {
    name: 'a.org',
    make: ({ title, author, keywords, lang }) =>
      `#+title: ${title}\n#+author: ${author}\n#+keywords: ${keywords}\n#+language: ${lang}\n#+latex_header: ${keywords}\n#+html_head: ${keywords}\n#+description: ${keywords}\n\nWords of the body.\n`,
  },
  latex: {
    name: 'a.tex',
    make: ({ title, author, keywords }) =>
      `\\documentclass{article}\n\\title{${title.replace(/[{}%]/g, '')}}\n\\author{${author.replace(/[{}%]/g, '')}}\n\\date{\\verb|${keywords.replaceAll('|', '')}|}\n\\begin{document}\nWords of the body.\n\\end{document}\n`,
  },
  ipynb: {
    name: 'a.ipynb',
    make: ({ title, author, keywords, lang }) =>
      JSON.stringify({
        nbformat: 4,
        nbformat_minor: 5,
        metadata: {
          title,
          authors: [{ name: author }],
          author,
          keywords: [keywords],
          lang,
          fontsize: keywords,
        },
        cells: [{ cell_type: 'markdown', metadata: {}, source: ['Words of the body.'] }],
      }),
  },
  rst: {
    name: 'a.rst',
    make: ({ title, author, keywords, lang }) =>
      `${title}\n${'='.repeat(title.length + 4)}\n\n:Author: ${author}\n:Date: ${keywords}\n:Keywords: ${keywords}\n:Lang: ${lang}\n\nWords of the body.\n`,
  },
  docbook: {
    name: 'a.dbk',
    make: ({ title, author, keywords, lang }) =>
      `<?xml version="1.0"?><article xmlns="http://docbook.org/ns/docbook" version="5.0" xml:lang="${xml(lang)}"><info><title>${xml(title)}</title><author><personname>${xml(author)}</personname></author><keywordset><keyword>${xml(keywords)}</keyword></keywordset></info><para>Words of the body.</para><programlisting language="${xml(keywords)}&#10;x">1</programlisting></article>`,
  },
  jats: {
    name: 'a.jats',
    make: ({ title, author, keywords, lang }) =>
      `<?xml version="1.0"?><article dtd-version="1.2" article-type="research-article" xml:lang="${xml(lang)}"><front><article-meta><title-group><article-title>${xml(title)}</article-title></title-group><contrib-group><contrib contrib-type="author"><name><surname>${xml(author)}</surname></name></contrib></contrib-group><kwd-group><kwd>${xml(keywords)}</kwd></kwd-group></article-meta></front><body><p>Words of the body.</p></body></article>`,
  },
  opml: {
    name: 'a.opml',
    make: ({ title, author, keywords }) =>
      `<?xml version="1.0"?><opml version="2.0"><head><title>${xml(title)}</title><ownerName>${xml(author)}</ownerName><dateModified>${xml(keywords)}</dateModified></head><body><outline text="Words of the body."/></body></opml>`,
  },
  typst: {
    name: 'a.typ',
    make: ({ title, keywords }) =>
      `#set document(title: ${JSON.stringify(title)}, keywords: (${JSON.stringify(keywords)},))\n\nWords of the body.\n`,
  },
}
