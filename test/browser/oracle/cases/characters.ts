import {aCase, type Case} from './case'

/**
 * Characters with a meaning in urlFilter or RE2. In a source they are literal, except `*` in a
 * wildcard.
 */
const special = '*^|.?+()[]{}$\\'.split('')

const inQuery = special.flatMap((character): Case[] => {
  const value = `a${character}b`
  const [with_, without] = [
    `http://t.test/p?q=${value}`,
    ['ab', 'axb', 'aab', 'a', `b${character}a`].map(text => `http://t.test/p?q=${text}`),
  ]
  const isWild = character === '*'
  return [
    aCase('url Contains', value, [with_, `${with_}&more`], without),
    aCase('url Equals', with_, [with_, `${with_}#f`], [...without, `${with_}&more`]),
    aCase(
      'url Wildcard_Matches',
      `*q=${value}`,
      isWild ? [with_, 'http://t.test/p?q=ab', 'http://t.test/p?q=axb'] : [with_],
      isWild ? ['http://t.test/p?q=a'] : without,
    ),
  ]
})

/** A path has no question mark, and its backslashes are slashes. */
const inPath = special
  .filter(character => !'?\\*'.includes(character))
  .flatMap((character): Case[] => {
    const value = `a${character}b`
    const hit = `http://t.test/x/${value}`
    const misses = ['ab', 'axb', 'aab'].map(text => `http://t.test/x/${text}`)
    return [
      aCase('path Contains', value, [hit, `${hit}/y?z`], misses),
      aCase('path Equals', `/x/${value}`, [hit, `${hit}?z`], misses),
      aCase('path Wildcard_Matches', `*/${value}`, [hit], misses),
    ]
  })

const edges: readonly Case[] = [
  aCase('url Contains', '|', ['http://t.test/?a|b', 'http://t.test/?|'], ['http://t.test/?a']),
  aCase('url Contains', '|a', ['http://t.test/?|a'], ['http://t.test/?a', 'http://a.test/']),
  aCase('url Contains', 'a|', ['http://t.test/?a|'], ['http://t.test/?a']),
  aCase('url Contains', '||t.test', ['http://t.test/?||t.test'], ['http://t.test/', 'http://a.t.test/']),
  aCase('url Contains', '^', ['http://t.test/?^'], ['http://t.test/?a']),
  aCase('url Contains', '*', ['http://t.test/*'], ['http://t.test/?a']),
  aCase('url Contains', '\\1', ['http://t.test/?\\1'], ['http://t.test/?1']),
  aCase('url Contains', '$1', ['http://t.test/?$1'], ['http://t.test/?1']),
  aCase('url Equals', 'http://t.test/?*', ['http://t.test/?*'], ['http://t.test/?a', 'http://t.test/?']),
  aCase('url Wildcard_Matches', '*', ['http://t.test/', 'https://t.test:81/?a#b'], []),
  aCase(
    'url Wildcard_Matches',
    'http://t.test/*',
    ['http://t.test/', 'http://t.test/a#b'],
    ['https://t.test/', 'http://t.test.test/'],
  ),
  aCase(
    'url Wildcard_Matches',
    '*a*b*',
    ['http://a.test/b', 'http://t.test/?xayb'],
    ['http://t.test/?b', 'http://t.test/#ab'],
  ),
  aCase('host Wildcard_Matches', '*', ['http://t.test/', 'http://[::1]/', 'https://127.0.0.1:81/'], []),
  aCase('path Wildcard_Matches', '*', ['http://t.test/', 'http://t.test/a?b'], []),
  aCase(
    'path Wildcard_Matches',
    '/**/x',
    ['http://t.test//x', 'http://t.test/a/b/x'],
    ['http://t.test/x', 'http://t.test/ax'],
  ),
  aCase('path Wildcard_Matches', '*/x', ['http://t.test/x', 'http://t.test/a/x'], ['http://t.test/ax', 'http://x/']),
]

export const characters: readonly Case[] = [...inQuery, ...inPath, ...edges]
