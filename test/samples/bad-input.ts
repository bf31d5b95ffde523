import type {StoredRecord} from '../../src/model/rule'
import {aGroup, aRecord, now, type StoredLibrary} from './workbench'

/** Difficult names and values that users and other tools really enter. */
export const badTexts = {
  'of 200 characters': `A name that goes on ${'and on '.repeat(25)}`.padEnd(200, '.').slice(0, 200),
  'without a space': 'W'.repeat(200),
  'from right to left': 'תשלום שנדחה – דף הקופה',
  'of both directions': 'إعادة توجيه API إلى localhost:3000',
  markup: '<img src=x onerror="globalThis.wasRun = true"><script>globalThis.wasRun = true</script>',
  'that turns the line around': 'safe \u202Egnp.exe',
  'of signs beyond the first plane': '👩‍👩‍👧‍👦 checkout 🛒'.repeat(6),
} as const

const source = (value: string) => ({key: 'url', operator: 'Contains', value, filters: []})

/** Rules with difficult texts, one with 50 conditions, and unreadable records. */
export const badLibrary: StoredLibrary = {
  groups: Object.values(badTexts).map((text, index) => aGroup(`group_${index}`, text)),
  rules: [
    ...Object.values(badTexts).flatMap((text, index): StoredRecord[] => [
      aRecord(
        'Headers',
        text,
        [{source: source(text), modifications: [{header: 'X-Env', type: 'Modify', value: text}]}],
        {
          id: `Headers_${index}`,
          groupId: `group_${index}`,
          isFavourite: index < 3,
        },
      ),
      aRecord('Replace', text, [{source: source(text), from: text, to: text}], {
        id: `Replace_${index}`,
        groupId: `group_${index}`,
      }),
      aRecord('Response', text, [{source: source(text), type: 'static', value: text}], {id: `Response_${index}`}),
    ]),
    aRecord(
      'Cancel',
      'Fifty conditions',
      Array.from({length: 50}, (_, index) => ({source: source(`api${index}.shop.test`)})),
      {id: 'Cancel_50'},
    ),
    {id: 'Redirect_lost', ruleType: 'Redirect', name: badTexts.markup, own: badTexts.markup},
    {id: 'Unknown_kind', ruleType: 'Teleport', name: badTexts['without a space'], pairs: 'none'},
  ],
  trash: Object.values(badTexts).map((text, index) => ({
    record: aRecord('Cancel', text, [{source: source(text)}], {id: `Trashed_${index}`}),
    from: text,
    deletedAt: now - index * 60_000,
  })),
  paused: false,
}
