import {fireEvent} from '@testing-library/preact'
import {aGroup, aRule, aView} from './builders'
import {fakeClient, type FakeClient} from './fake-client'
import {openOptions} from './page'

export const [first, second, third] = [aGroup('First'), aGroup('Second'), aGroup('Third')]
/** Opens an options page with a rule in the first of three groups and one without a group. */
export const openWithGroups = async (hash: string): Promise<FakeClient> => {
  const client = fakeClient({
    groups: [first, second, third],
    rules: [
      aView(aRule('Cancel', {id: 'a', name: 'Alpha', groupId: first.id})),
      aView(aRule('Delay', {id: 'b', name: 'Beta'})),
    ],
  })
  await openOptions(client, hash)
  return client
}

/** Presses a key on the focused element. */
export const key = (given: string, more: object = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document, {key: given, ...more})
}
