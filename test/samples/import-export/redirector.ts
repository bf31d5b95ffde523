import type {Sample} from './sample'

const redirect = (more: object) => ({
  description: 'Wiki',
  exampleUrl: '',
  exampleResult: '',
  error: null,
  includePattern: 'https://*.example.test/*',
  excludePattern: '',
  patternDesc: '',
  redirectUrl: 'https://m.wiki.test/$1/$2',
  patternType: 'W',
  processMatches: 'noProcessing',
  disabled: false,
  grouped: false,
  appliesTo: ['main_frame'],
  ...more,
})
const file = (...redirects: unknown[]) => ({
  createdBy: 'Redirector v3.5.4',
  createdAt: '2026-11-20T00:00:00.000Z',
  redirects,
})

export const redirectorSamples: readonly Sample[] = [
  {
    says: 'a redirect that would repeat in Chrome is off, one that ends is on',
    file: file(
      redirect({redirectUrl: 'https://m.example.test/$1/$2'}),
      redirect({
        includePattern: '^https://docs\\.test/(.*)$',
        patternType: 'R',
        redirectUrl: 'https://docs.test/en/$1',
      }),
      redirect({redirectUrl: 'https://old.example.test/$2'}),
    ),
    becomes: [
      'off Redirect Wiki | url Wildcard_Matches https://*.example.test/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://m.example.test/$1/$2 ! switched-off redirectUrl',
      'off Redirect Wiki | url Matches /^https://docs\\.test/(.*)$/i {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://docs.test/en/$1 ! switched-off redirectUrl',
      'on Redirect Wiki | url Wildcard_Matches https://*.example.test/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://old.example.test/$2',
    ],
  },
  {
    says: 'the documented redirect',
    file: file(
      redirect({
        description: 'Wiki to mobile',
        exampleUrl: 'https://en.example.test/wiki/Cat',
        exampleResult: 'https://m.wiki.test/en/Cat',
        includePattern: 'https://*.example.test/wiki/*',
        appliesTo: ['main_frame', 'history'],
      }),
    ),
    becomes: [
      'on Redirect Wiki to mobile | url Wildcard_Matches https://*.example.test/wiki/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://m.wiki.test/$1/$2 ! no-counterpart appliesTo, changed includePattern',
    ],
  },
  {
    says: 'equivalent wildcards',
    file: file(redirect({})),
    becomes: [
      'on Redirect Wiki | url Wildcard_Matches https://*.example.test/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://m.wiki.test/$1/$2',
    ],
  },
  {
    says: 'a regular expression ignores case',
    file: file(
      redirect({patternType: 'R', includePattern: '^https?://old\\.test/(.*)', redirectUrl: 'https://new.test/$1'}),
    ),
    becomes: [
      'on Redirect Wiki | url Matches /^https?://old\\.test/(.*)/i {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://new.test/$1',
    ],
  },
  {
    says: 'inactive redirects stay off',
    file: file(redirect({disabled: true})),
    becomes: [
      'off Redirect Wiki | url Wildcard_Matches https://*.example.test/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://m.wiki.test/$1/$2',
    ],
  },
  {
    says: 'exclude patterns have no counterpart',
    file: file(redirect({excludePattern: 'https://en.example.test/talk/*'})),
    becomes: [
      'off Redirect Wiki | url Wildcard_Matches https://*.example.test/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://m.wiki.test/$1/$2 ! switched-off excludePattern',
    ],
  },
  {
    says: 'captures are not decoded',
    file: file(redirect({processMatches: 'urlDecode'}), redirect({unescapeMatches: true, processMatches: undefined})),
    becomes: [
      'off Redirect Wiki | url Wildcard_Matches https://*.example.test/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://m.wiki.test/$1/$2 ! switched-off processMatches',
      'off Redirect Wiki | url Wildcard_Matches https://*.example.test/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://m.wiki.test/$1/$2 ! switched-off processMatches',
    ],
  },
  {
    says: 'resource types',
    file: file(redirect({appliesTo: ['imageset', 'image', 'object_subrequest', 'script', 'xmlhttprequest']})),
    becomes: [
      'on Redirect Wiki | url Wildcard_Matches https://*.example.test/* {"requestMethod":["GET"]} {"resourceType":["image","object","script","xmlhttprequest"]} > https://m.wiki.test/$1/$2',
    ],
  },
  {
    says: 'history changes only, which are no requests',
    file: file(redirect({appliesTo: ['history']})),
    becomes: ['refused $.redirects[0] Wiki: refused appliesTo'],
  },
  {
    says: 'old files without types',
    file: {
      redirects: [
        {description: 'Old', includePattern: 'http://a.test/*', redirectUrl: 'http://b.test/$1', patternType: 'W'},
      ],
    },
    becomes: [
      'on Redirect Old | url Wildcard_Matches http://a.test/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > http://b.test/$1',
    ],
  },
  {
    says: 'a tenth capture',
    file: file(redirect({patternType: 'R', includePattern: '(.)'.repeat(10), redirectUrl: 'https://a.test/$10'})),
    becomes: [
      'off Redirect Wiki | url Matches /(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)/i {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://a.test/$10 ! switched-off redirectUrl',
    ],
  },
  {
    says: 'invalid redirects, an invalid regex and no destination',
    file: file(7, redirect({patternType: 'R', includePattern: '('}), redirect({redirectUrl: ''})),
    becomes: [
      'refused $.redirects[0] : refused',
      'refused $.redirects[1] Wiki: refused includePattern',
      'refused $.redirects[2] Wiki: missing redirectUrl',
    ],
  },
  {
    says: 'an unknown field and type',
    file: {...file(redirect({priority: 3, appliesTo: ['mind']})), extra: 1},
    becomes: [
      'off Redirect Wiki | url Wildcard_Matches https://*.example.test/* {"requestMethod":["GET"]} > https://m.wiki.test/$1/$2 ! switched-off appliesTo, no-counterpart priority',
      'file ! no-counterpart $.extra',
    ],
  },
  {
    says: 'an empty pattern and an empty destination',
    file: {
      redirects: [
        {description: 'a', includePattern: '', patternType: 'W', redirectUrl: 'https://b.test/'},
        {description: 'b', includePattern: '*', patternType: 'W', redirectUrl: ''},
      ],
    },
    becomes: ['refused $.redirects[0] a: missing includePattern', 'refused $.redirects[1] b: missing redirectUrl'],
  },
  {
    says: 'an invalid destination arrives off; a capture may be the URL',
    file: file(redirect({redirectUrl: '/other'}), redirect({redirectUrl: '$2'})),
    becomes: [
      'off Redirect Wiki | url Wildcard_Matches https://*.example.test/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > /other ! switched-off redirectUrl',
      'on Redirect Wiki | url Wildcard_Matches https://*.example.test/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > $2',
    ],
  },
  {
    says: 'equal redirects, of which the second is rejected',
    file: {
      createdBy: 'Redirector v3.5.3',
      redirects: ['a', 'a', 'b'].map(description => ({
        description,
        includePattern: 'https://a.test/*',
        redirectUrl: 'https://b.test/$1',
        patternType: 'W',
        disabled: false,
        appliesTo: ['main_frame'],
      })),
    },
    becomes: [
      'on Redirect a | url Wildcard_Matches https://a.test/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://b.test/$1',
      'refused $.redirects[1] a: refused',
      'on Redirect b | url Wildcard_Matches https://a.test/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://b.test/$1',
    ],
  },
  {
    says: 'a redirect with an unreadable switch is off',
    file: file(redirect({disabled: 'yes'})),
    becomes: [
      'off Redirect Wiki | url Wildcard_Matches https://*.example.test/* {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > https://m.wiki.test/$1/$2 ! switched-off disabled',
    ],
  },
]
