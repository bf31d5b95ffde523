import {createSign, generateKeyPairSync} from 'node:crypto'

const tags = {integer: 0x02, bits: 0x03, id: 0x06, text: 0x0c, time: 0x18, sequence: 0x30, set: 0x31, version: 0xa0}

/** One value of DER: a tag, a length, the content. */
function der(tag: keyof typeof tags, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const length =
    body.length < 0x80
      ? Buffer.from([body.length])
      : body.length < 0x100
        ? Buffer.from([0x81, body.length])
        : Buffer.from([0x82, body.length >> 8, body.length & 0xff])
  return Buffer.concat([Buffer.from([tags[tag]]), length, body])
}

const text = (value: string) => Buffer.from(value, 'latin1')
const noUnusedBits = Buffer.from([0])
const ecdsaWithSha256 = der('sequence', der('id', Buffer.from('2a8648ce3d040302', 'hex')))
const commonName = Buffer.from('550403', 'hex')

/**
 * A key and a self-signed certificate. Chromium streams uploads over HTTP/2 only, which needs TLS.
 * Created for each run, so that no key is in the repository.
 */
export function selfSigned(host: string): {key: string; cert: string} {
  const {privateKey, publicKey} = generateKeyPairSync('ec', {namedCurve: 'prime256v1'})
  const name = der('sequence', der('set', der('sequence', der('id', commonName), der('text', text(host)))))
  const validity = der('sequence', der('time', text('20200101000000Z')), der('time', text('20990101000000Z')))
  const content = der(
    'sequence',
    der('version', der('integer', Buffer.from([2]))),
    der('integer', Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({type: 'spki', format: 'der'}),
  )
  const signature = createSign('sha256').update(content).sign(privateKey)
  const whole = der('sequence', content, ecdsaWithSha256, der('bits', noUnusedBits, signature))
  return {
    key: privateKey.export({type: 'pkcs8', format: 'pem'}).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
