import {expect, it} from 'vitest'
import {importNoteTexts} from '../../../src/locales/import-notes'
import {readAllRules} from '../../../src/import-export/import-rules'

const names =
  'proto proto-default proto-redir aws-sigv4 connect-to cert-type key-type pass pinnedpubkey crlfile trace trace-ascii stderr retry-max-time max-filesize keepalive-time local-port preproxy socks4 socks4a socks5 socks5-hostname doh-url alt-svc hsts variable output-dir tls13-ciphers curves engine happy-eyeballs-timeout-ms expect100-timeout ech ip-tos proxy-pass mail-from'

it.each(names.split(' '))('the word after --%s is its value, not a URL', name => {
  const [record] = readAllRules(`curl --${name} v.test -H 'x: 1' https://a.test/`).records
  expect(record?.rule?.pairs.map(({source}) => source?.value)).toEqual(['https://a.test/'])
  expect(record?.notes.map(({reason}) => importNoteTexts.show(reason))).toEqual([
    `--${name} “v.test” is not supported.`,
  ])
})

it('a URL with a quote next to brackets, as DevTools copies it, is one URL', () => {
  const [record] = readAllRules(String.raw`curl $'https://a.test/it\'s/\{id\}?q=\u0021&a\[0\]=1' -H 'x: 1'`).records
  expect(record?.rule?.pairs.map(({source}) => source?.value)).toEqual(["https://a.test/it's/{id}?q=!&a[0]=1"])
  expect(record?.notes).toEqual([])
})
