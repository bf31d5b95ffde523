import {expect, it} from 'vitest'
import {runKeyCommand} from '../../../src/team-server/key-command'
import type {Keys} from '../../../src/team-server/keys'

it('key create stores the names of the key and the workspace on one line', async () => {
  const made: unknown[] = []
  const keys: Keys = {
    create: async key => {
      made.push(key)
      return 'sy_abcdefghij_secret'
    },
    list: async () => [],
    revoke: async () => false,
  }
  await runKeyCommand(['create', ' Mira\n and\tAnn ', '--workspace', 'shop\r\nteam'], keys)
  expect(made).toEqual([{name: 'Mira and Ann', workspace: 'shop team'}])
})
