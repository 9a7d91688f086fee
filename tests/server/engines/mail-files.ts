/** Messages, as mail programs write them; lines end with CR LF. */
export const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n')

const HEAD = `From: =?UTF-8?Q?Zo=C3=AB_Gr=C3=BCn?= <zoe@example.org>
To: "Kai, junior" <kai@example.org>, team@example.org
Cc: =?ISO-2022-JP?B?GyRCRnxLXBsoQg==?= <jp@example.org>
Date: Tue, 3 Nov 2026 10:15:00 +0530
Message-ID: <1@example.org>
Subject: =?UTF-8?B?SGFyYm91ciDigJMgR3LDvMOfZQ==?=
MIME-Version: 1.0
`

/** A message with this body and these fields of content. */
export const message = (content: string) => crlf(HEAD + content)

export const PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/**
 * HTML with an image of its own, two remote ones, a script and an attachment with a name in RFC
 * 2231.
 */
export const rich = (port = 9) =>
  message(`Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: multipart/related; boundary=inner

--inner
Content-Type: multipart/alternative; boundary=both

--both
Content-Type: text/plain; charset=utf-8

The text alone.
--both
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<html><head><style>p {color: red; background: url(http://127.0.0.1:${port}/a.png)}</style></head>=
<body onload=3D"alert(1)"><script>alert(2)</script><p style=3D"background:u\\rl(http://127.0.0.1:${port}/b)">Gr=C3=BC=
=C3=9Fe from the <b>harbour</b></p><img src=3D"cid:pic@1" alt=3D"Our logo"><img src=3D"http://127.0.0.1:${port}/c.png" alt=3D"=
Remote chart"><img src=3D"//127.0.0.1:${port}/d.png"><iframe src=3D"file:///etc/passwd"></iframe>
<a href=3D"javascript:alert(3)">trap</a><a href=3D"https://example.org/">link</a></body></html>
--both--

--inner
Content-Type: image/png; name=logo.png
Content-Transfer-Encoding: base64
Content-ID: <pic@1>
Content-Disposition: inline; filename=logo.png

${PIXEL_PNG}
--inner--

--outer
Content-Type: application/octet-stream
Content-Disposition: attachment; filename*0*=UTF-8''..%2F..%2Fr%C3%A9su; filename*1*=m%C3%A9%20%3Cb%3E.bin
Content-Transfer-Encoding: base64

AAECAwQF
--outer--
`)
