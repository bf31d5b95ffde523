import {describe, expect, it} from 'vitest'
import {aPayload} from '../api/payloads'
import {answering, aTeamServer, json, makeThere} from './connected'
import {modelService} from './model-service'
import {shownRejection} from '../shown-error'
import {aDevice, atService, onDevice, serviceUrl} from './team'

const {connected} = aTeamServer()

describe('a key', () => {
  it('that is revoked is retried later while rules stay in force', async () => {
    const {send, key, device} = await connected()
    await makeThere(send, key, aPayload('Cancel', {name: 'Kept'}))
    await device.synced()
    let isRevoked = true
    let asked = 0
    const again = await device.reborn({
      network: answering(
        () => isRevoked,
        async () => {
          asked++
          return json({success: false, error: {code: 'unauthorized', message: 'Unknown key'}}, 401)
        },
      ),
    })
    await again.library.createRule(aPayload('Cancel', {name: 'Waits'}), {team: true})
    await again.sync.run('changes')
    const {failure} = await again.view()
    expect(failure?.code).toBe('key')
    expect(again.next()).toBe(failure?.retryAt)
    expect((await onDevice(again)).rules).toHaveLength(2)
    // No request uses it before that time.
    const before = asked
    await again.library.switchRules([String((await onDevice(again)).rules[0]?.['id'])], false)
    await again.sync.run('changes')
    await again.sync.run('whole')
    expect(asked).toBe(before)
    expect((await again.view()).failure?.code).toBe('key')
    await expect(again.sync.connect({url: serviceUrl, key: 'sy_wrong_key'})).rejects.toMatchObject({
      faults: [{path: 'key', code: 'unauthorized'}],
    })
    isRevoked = false
    await again.sync.connect({url: serviceUrl, key})
    await again.synced()
    expect((await atService(send, key)).rules).toHaveLength(2)
  })

  it('appears in no error and no view', async () => {
    const {key, device} = await connected({network: () => () => Promise.reject(new TypeError('fetch failed'))})
    await device.sync.run('whole')
    expect(JSON.stringify(await device.view())).not.toContain(key)
    expect(await shownRejection(device.sync.connect({url: 'https://user:pass@team.test', key}))).toContain(
      'Remove the user name and password from the URL.',
    )
    expect(await shownRejection(device.sync.connect({url: serviceUrl, key}))).not.toContain(key)
  })

  it('is sent only to its own URL, even if two accounts connect at once', async () => {
    const {send} = modelService()
    const asked = new Set<string>()
    const device = await aDevice(async (...given) => {
      const request = new Request(...given)
      asked.add(`${request.headers.get('x-api-key')} to ${new URL(request.url).host}`)
      return send(request)
    })
    await Promise.all(
      ['one', 'two'].map(name => device.sync.connect({url: `https://${name}.test`, key: `a-key-of-${name}`})),
    )
    await device.synced()
    expect(asked).toEqual(new Set(['a-key-of-one to one.test', 'a-key-of-two to two.test']))
  })

  it('is sent without encryption only after a confirmation', async () => {
    const {key, device} = await connected()
    for (const url of ['http://team.test', 'http://10.0.0.5:8080', 'http://127.0.0.1.evil.test'])
      await expect(device.sync.connect({url, key})).rejects.toMatchObject({faults: [{path: 'url', code: 'plain-http'}]})
    for (const url of ['ftp://team.test', 'team.test', '', 'javascript:1'])
      await expect(device.sync.connect({url, key})).rejects.toMatchObject({faults: [{path: 'url', code: 'not-a-url'}]})
    await device.sync.connect({url: 'http://localhost:8080/v1/', key})
    expect((await device.view()).url).toBe(serviceUrl)
  })
})
