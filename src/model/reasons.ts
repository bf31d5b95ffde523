// Every sentence that people read and that is not a page's own (those stand in src/ui/words.ts): why a record is refused, what an import changed, what
// a service or this device could not do. Another language is another file with the same exports. Each is a constant of its own, so that a bundle takes
// those alone that it uses. What the API of src/team-server says in English itself stands there.

/** Kinds of values, inside a sentence. */
export const aText = 'a text'
export const aList = 'a list'
export const anObject = 'an object'
export const trueOrFalse = 'true or false'
export const oneOf = (one: string, other: string) => `“${one}” or “${other}”`
export const plainTypes: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: trueOrFalse,
  array: aList,
  object: anObject,
}

/** Any field. */
export const fieldMissing = 'This field is missing.'
export const valueNotAllowed = 'This value is not allowed here.'
export const mustBe = (what: string) => `This must be ${what}.`
export const mustBeOneOf = (values: string) => `This must be one of ${values}.`

/** Records as a whole. */
export const notRuleRecord = 'This is not a rule record.'
export const notGroupRecord = 'This is not a group record.'
export const notARule = 'This is not a rule.'
export const notAGroup = 'This is not a group.'
export const noPairs = 'This record has no pairs.'
export const noRuleType = 'This is not a rule type.'
export const notARuleType = (type: string) => `“${type}” is not a rule type.`
export const ruleKeepsType = (from: string, to: string) => `A rule keeps its type: ${from} cannot become ${to}.`
export const ruleIsOfType = (type: string) => `This rule is of type ${type}.`
export const notAGroupId = 'The id of a group begins with Group_.'
export const cannotBeKept = 'This holds something that cannot be kept.'
export const tooDeepToKeep = (most: number) => `At most ${most} lists and objects may stand within each other.`

/** What a rule or a group needs. */
export const nameTheRule = 'Give the rule a name.'
export const nameTheGroup = 'Give the group a name.'
export const needsCondition = 'A rule needs at least one condition.'

/** Sources and filters. */
export const sayWhatToLookFor = 'Say what to look for.'
export const sayWhichPayloadField = 'Say which field of the payload to look at.'
export const notARequestType = (type: string) => `“${type}” is not a type of request.`
export const notARequestMethod = (method: string) => `“${method}” is not a request method.`
export const notADomain = (domain: string) => `“${domain}” is not a domain. Write it like shop.test.`
export const neverLeavesBrowser = 'What follows # never leaves the browser, so no rule sees it.'
export const urlNeedsScheme = 'A whole URL starts with its scheme, as in https://shop.test/.'
export const hostHasNoSlash = 'A host has no slash: write shop.test, or compare the URL.'
export const pathHasNoQuery = 'A path ends before the question mark; to look at the query, compare the URL.'
// Without a full stop, which would look like a part of the pattern.
export const writeWithScheme = (pattern: string) => `A URL starts with its scheme: write ${pattern}`
export const beginWithScheme = (pattern: string) => `A URL starts with its scheme: begin with ${pattern}`
export const anchorToScheme = 'A URL starts with its scheme: begin with ^https?:\\/\\/ or remove ^'
export const urlIsLowerCase = 'Browsers write scheme and host in lower case. Use small letters, or the flag i.'
export const urlGoesOn = 'A URL has a slash after its host: end with \\/$ or remove $'
export const noUrlMatches = 'No URL can match this pattern.'
export const noHostMatches = 'No host can match this pattern.'
export const noPathMatches = 'No path can match this pattern.'
export const pathNeedsSlash = 'A path starts with a slash.'

/** Redirect, Replace, Delay, User agent and Query parameters. */
export const sayWhereToGo = 'Say where to go.'
export const chooseFile = 'Choose a file.'
/** A `$n` that exceeds the captures of its pattern: the condition, or the regex that Replace looks for. */
export const alwaysEmpty = (missing: number, groups: number, pattern: 'condition' | 'regex'): string => {
  const captured = groups === 0 ? 'nothing' : groups === 1 ? 'only $1' : `only $1 to $${groups}`
  const more = groups === 0 ? 'Use' : 'Add'
  const remedy = pattern === 'regex' ? `${more} a group: (…).` : `${more} a wildcard (*) or a regex group.`
  return `$${missing} is always empty: the ${pattern} captures ${captured}. ${remedy}`
}
export const sayWhichText = 'Say which text to change.'
export const wrongDelay = 'A delay is a whole number of milliseconds from 0 to 600,000.'
export const sayWhichUserAgent = 'Say which user agent to send.'
export const userAgentWithLineBreak = 'A user agent cannot hold a line break.'
export const addParamChange = 'Add at least one parameter change.'
export const sayWhichParam = 'Say which parameter.'
export const sayWhichParamValue = 'Say which value it gets.'

/** Headers. */
export const addHeaderChange = 'Add at least one header change.'
export const sayWhichHeader = 'Say which header.'
export const sayWhichHeaderValue = 'Say which value to send.'
export const headerNameWithSpace = 'A header name cannot hold a space.'
export const headerNameWith = (character: string) => `A header name cannot hold “${character}”.`
export const headerValueWithLineBreak = 'A header value cannot hold a line break.'

/** Request and Response. */
export const writeFunction = 'Write the function that makes the body.'
export const wrongStatusCode = 'A status code is a whole number from 200 to 599.'
export const statusTextWithControl = 'A status text cannot hold a line break or control character.'
export const answerSetsNoCookie = 'No page sees Set-Cookie, and an answer that no server gave sets no cookie.'
export const headerValueWith = (character: string) => `The header of an answer cannot hold “${character}”.`
export const statusTextWith = (character: string) => `A status text cannot hold “${character}”.`

/** Regular expressions. */
export const notARegex = 'This is not a regular expression.'
export const unopenedParenthesis = 'A closing parenthesis has no opening one.'
export const unclosedParenthesis = 'An opening parenthesis has no closing one.'
export const nothingToRepeat = 'A repeat sign stands where there is nothing to repeat.'
export const repeatRunsBackwards = (repeat: string) => `The numbers in ${repeat} run backwards.`
export const endsInBackslash = 'The pattern ends in a single backslash.'
export const rangeRunsBackwards = 'A range in brackets runs backwards.'
export const rangeEndsInSet = (end: string) => `A range in brackets ends in one character, not in ${end}.`
export const unknownProperty = (property: string) => `${property} is not a known property.`
export const unknownClass = (name: string) => `${name} is not a known class.`
export const notACharacter = (code: string) => `${code} is not a character.`
export const meaninglessEscape = (escape: string) => `${escape} has no meaning.`
export const otherFlag = (group: string) => `${group} asks for a flag other than i, m and s.`
export const notAKindOfGroup = (start: string) => `“${start}” is not a kind of group.`
export const unclosedBracket = (rest: string) => `“${rest}” has no closing bracket.`
export const patternTooLong = (most: number) => `It has over ${most.toLocaleString('en')} characters.`
export const regexTooLarge = 'It is too large.'
export const backReferencesUnsupported = (reference: string): string =>
  `Back-references such as ${reference} are not supported.`
export const captureInLookBehind = 'A look-behind cannot capture. Write (?:…) instead of (…) in it.'
export const groupsTooDeep = (most: number) => `More than ${most} groups stand inside one another.`

/** Why a rule never acts, or not as it is written. */
export const noRequestPasses = 'No request can pass all of these filters.'
export const noAddressMatches = 'No address can match this expression.'
export const unclearStart = 'Chrome cannot be told where the compared part of the address starts'
export const needsFallback = 'Chrome’s own rules cannot make this change'
export const matchesNoText = 'This expression also matches no text at all, so there is no end of places.'
export const textNotInAddress = 'This text is not in the address.'
export const textCannotStandThere = 'This text cannot stand there.'
export const quoteInParam =
  'Chrome cannot find a parameter again whose name has a quote in it, and would add it without end.'
export const noBodyInGet = 'GET and HEAD requests have no body.'
export const ruleNotRead = (reason: string) => `This rule could not be read: ${reason}`

/** What of a regex is too much for Chrome, and what it works for all the same: inside a sentence of src/ui/words.ts. */
export const tooLarge = 'too large'
export const lookBehind = 'look-behind'
export const lookAhead = 'look-ahead'
export const fetchAndXhr = 'fetch and XHR'
export const fetchXhrAndPages = 'fetch, XHR and pages you open'
export const openedPages = 'pages you open'

/** What is refused, at the head of a service's refusal. */
export const whatIsWrong = (what: string, reasons: string) => `${what}: ${reasons}`
/** In place of the field, where it is the record as a whole. */
export const wholeRecord = 'record'
export const theRule = 'The rule'
export const theRuleNamed = (name: string) => `The rule “${name}”`
export const theGroup = 'The group'
export const theGroupNamed = (name: string) => `The group “${name}”`
export const theAccount = 'The account'
export const thePage = 'The page asked for'
export const notUnderstood = (name: string) => `“${name}” was not understood`

/** What is not there, or not as it was. */
export const isNotFound = (what: string) => `${what} not found`
export const ruleOfId = (id: string) => `Rule ${id}`
export const groupOfId = (id: string) => `Group ${id}`
export const ruleInThatGroup = (id: string) => `Rule ${id} in that group`
export const inTheTrash = (id: string) => `${id} in the trash`
export const ofTheTeam = (id: string) => `${id} of the team`
export const aConflictOf = (id: string) => `A conflict of ${id}`
export const aQuestionAbout = (id: string) => `A question about ${id}`
export const thisBackup = 'This backup'
export const changedMeanwhile = (what: string) => `${what} was changed meanwhile.`

/** Pages of a listing. */
export const wrongOffset = 'This must be a whole number from 0 up.'
export const wrongPageSize = (most: number) => `This must be a whole number from 1 to ${most}.`

/** This device and this browser. */
export const noRoomLeft = 'There is no room left on this device to keep this.'
export const writtenByNewer = 'The rules on this device were written by a newer version of Switchyard.'
export const storeFailed = 'The rules on this device could not be read or written.'
export const setByOrganisation = 'Your organisation has set this.'
export const noAnswerHere = 'The extension did not answer. Reload this page.'
export const rulesNotTaken = (reason: string) => `The browser did not take the rules: ${reason}`

/** The team's service. */
export const serviceRefused = (status: number) => `The service refused this (${status}).`
export const serviceSaysSlower = 'The service asks to slow down.'
export const serviceFailed = (status: number) => `The service failed (${status}).`
export const serviceAnswered = (status: number) => `The service answered ${status}.`
export const serviceSilent = (seconds: number) => `The service did not answer within ${seconds} s.`
export const serviceUnreachable = 'The service cannot be reached.'
export const serviceElsewhere = 'The service sends elsewhere. Enter the address that it leads to.'
export const serviceAnsweredOther = 'The service answered something that is not what was asked for.'
export const serviceTooDeep = (most: number) =>
  `The service has it with more than ${most} lists and objects within each other.`

/** The account at that service. */
export const notAUrl = 'This is not a URL. It begins with https://.'
export const needsHttp = 'A URL of http or https is needed.'
export const noNameInUrl = 'Leave name and password out of the URL.'
export const crossesUnencrypted = 'The key and all rules would cross the network unencrypted.'
export const enterApiKey = 'Enter the API key.'
export const notAnApiKey = 'This is not an API key.'
export const keyNotKnown = 'The service does not know this key.'

/** A file that cannot be imported at all. */
export const atPlace = (at: string, reason: string) => `At ${at}: ${reason}`
export const lineAndColumn = (line: number, column: number) => `line ${line}, column ${column}`
export const lineOnly = (line: number) => `line ${line}`
export const wordOfCommand = (word: number) => `word ${word}`
export const partOfRequest = (request: number, part: string) => `request ${request}, ${part}`
export const requestNumber = (request: number) => `request ${request}`
const millions = (characters: number) => `${Math.round(characters / (1024 * 1024))} million`
export const tooManyCharacters = (most: number) => `This file has more than ${millions(most)} characters.`
export const tooManyRecords = (given: number, most: number) =>
  `Here are ${given} records; ${most} at most are read from one file.`
export const nothingInFile = 'There is nothing in this file.'
export const notUtf8 = 'Here the file is not in UTF-8. Save it as UTF-8, then import it again.'
export const neitherOfThese = 'This is neither JSON, nor XML, nor a cURL command, so no tool known here has written it.'
export const copiedAsOther =
  'This is a call for a script or for PowerShell. Choose “Copy as cURL” in DevTools, and paste that.'
export const kindsOfFiles = {json: 'JSON', xml: 'XML', command: 'a command'} as const
export const unknownFormat = (kind: string, contents: string, known: string) =>
  `This is ${kind}, but of no format known here (${contents}). Known are ${known}.`
export const itsRootIs = (name: string) => `its root is <${name}>`
export const itHoldsNoRecords = 'it holds no records'
export const itHoldsNoFields = 'it holds no fields'
export const itsFieldsAre = (names: string) => `its fields are ${names}`
export const notJson = (reason: string) => `This is no JSON. ${reason}`
export const endsTooEarly = 'The file ends too early.'
export const notExpectedHere = (found: string) => `“${found}” is not expected here.`
export const jsonTooDeep = (most: number) => `Here lists and objects stand more than ${most} deep in one another.`
export const notXml = (reason: string) => `This is no XML: ${reason}`
export const xmlTooDeep = (most: number) => `Here elements stand more than ${most} deep in one another.`
export const noDeclarations = 'Document types and entities are not read, for your safety.'
export const noRootElement = 'It has no root element.'
export const entriesMissing = 'The list of entries is missing.'
export const redirectsMissing = 'The list of redirects is missing.'
export const groupsMissing = 'The list of groups is missing.'
export const headersMissing = 'The list of headers is missing.'
export const newerVersion = (version: number, own: number) =>
  `This file is of version ${version}, which a newer Switchyard has written; this one reads version ${own}.`
export const versionExpected = (own: number) => `A version ${own} is expected here.`
export const namesNoAddress = 'The command names no address.'
export const quoteNotClosed = 'A quote that opens here is never closed.'
export const noToolOfCharles = 'No tool of Charles is in this file.'

/** What every import says: values are already shown, in quotes. */
export const soItWasLeftOut = (reason: string) => `${reason} So it was left out.`
export const codeArrivesOff = 'It holds code, so it arrives off. Read it, then turn it on.'
export const hasNoCounterpart = (what: string) => `${what} has no counterpart here.`
export const wasNotInUse = (what: string) => `${what} was not in use there, and was left out.`
export const isNoGroupOfFile = (what: string) => `${what} is a group that is not in this file.`
export const isNotWanted = (value: string, wanted: string) => `${value} is not ${wanted}, and was left out.`
export const isNotARule = (value: string) => `${value} is not a rule.`
export const isNotAGroup = (value: string) => `${value} is not a group.`
export const isNotADeed = (value: string) => `${value} is nothing that a rule does here.`
export const noInjection = (what: string) => `No rule here puts a script or a style into a page: ${what}.`
export const isNotARegex = (value: string, reason: string) => `${value} is no regular expression (${reason}).`
export const neverLeavesInAddress = 'What follows # in an address never leaves the browser, so no rule sees it.'

/** What an import changes in where a rule acts. */
export const cannotTellApart = (names: string) => `${names} cannot be told apart here.`
export const cannotTellApartAny = (names: string) =>
  `${names} cannot be told apart here, and without it the rule would act on all.`
export const filterNotKnown = (name: string, value: string) =>
  `The filter ${name} ${value} is not known here, and without it the rule acts on more.`
export const fieldOfSourceNotKnown = (name: string, value: string) =>
  `The field ${name} ${value} is not known here, and without it the rule may act on more.`
export const areNoDomains = (names: string) => `${names} is no domain.`
export const areNoDomainsAny = (names: string) =>
  `${names} is no domain, and without it the rule would act on all pages.`
export const cannotLeaveOut = (what: string) =>
  `Leaving out ${what} has no counterpart here, and without it the rule would act there too.`
export const oneOfTwoKeptThis =
  'Only one of two things asked of the address can be asked here: this one was kept, the others were left out.'
export const oneOfTwoKept = (kept: string) =>
  `Only one of two things asked of the address can be asked here; ${kept} was kept, the pages were left out.`
export const oneOfSeveral =
  'Only one of several things asked of the address can be asked here, and the rule would act on more.'
export const namesNothing = 'It names nothing that it acts on.'
export const namesNoKind = 'It names no kind of request.'
export const caseDiffersBehindHost = 'Upper and lower case were the same; now they differ behind the host.'
export const caseToldApart = 'Upper and lower case are told apart here in what follows the host.'
export const caseToldApartInText = (text: string) => `Upper and lower case of ${text} are told apart here.`

/** What an import changes in what a rule does. */
export const setWhereNotThere = (what: string) => `${what} is set also where it was not there.`
export const setWhereThere = (what: string) => `${what}: the parameter is set also where it is there already.`
export const noHeaderOperation = (what: string) => `${what} is no operation on headers, and was left out.`
export const standsBefore = (at: string) => `The same stands before it in this file, at ${at}.`
export const addedForEach = (header: string) =>
  `A request that meets several of the conditions gets ${header} once for each.`
/** `condition` is the number of it where a rule has several. */
const itOr = (condition?: number) => (condition === undefined ? 'it' : `condition ${condition}`)
export const actsOnlyOn = (what: string, works: string, condition?: number) =>
  `Chrome takes no ${what} in a regex, so ${itOr(condition)} acts on ${works} only.`
export const doesNothingFor = (what: string, condition?: number) =>
  `Chrome takes no ${what} in a regex, so ${itOr(condition)} does nothing until that is written in another way.`
export const outOfReach = (condition?: number) =>
  `Only fetch and XHR can be reached inside pages, and its filters leave those out: ${itOr(condition)} does nothing here.`
export const noPicture = (condition?: number) =>
  `Only SVG or a data: address stands in for an image, and a data: address for a font: ${itOr(condition)} does nothing here.`
export const actsByFallback = (works: string) => `${needsFallback}, so it acts on ${works} only.`
export const replacedWhereHeld = (text: string) => `It acts also where the URL already holds ${text}.`
export const setInstead = (header: string) =>
  `Chrome cannot append to the request header ${header}, so it is set; of several changes of it in one rule the last one counts.`
export const setApart = (header: string) =>
  `What is added to ${header} is set apart from what it holds, as by a comma; there it came right behind.`
export const cookieAdded = (name: string) => `The cookie ${name} is added to the others; one of the same name stays.`
export const cannotTakeCookie = (name: string) => `Taking the cookie ${name} out of others has no counterpart here.`
export const signHasNoCounterpart = (sign: string) => `${sign} in a replacement has no counterpart here.`

/** cURL. */
export const nothingFollows = (option: string) => `Nothing follows ${option}.`
export const isNoHeader = (value: string) => `${value} is no header, and was left out.`
export const globIsText = (glob: string) => `${glob} stands for several addresses to curl; here it is text of one.`
export const isOfTheWire = (header: string) =>
  `${header} is written by the browser itself for each request, and was left out.`
export const cookieFileNotRead = (file: string) => `The cookies in the file ${file} cannot be read from here.`
export const dataFileNotRead = (option: string, file: string) =>
  `The file in ${option} ${file} cannot be read from here.`
export const noFormWithParts = (form: string) => `A form with parts (${form}) cannot be made here.`
export const filledByShell = (what: string) => `${what} is filled in by the shell; here it is text.`
export const saidByHeader = (option: string, header: string) =>
  `${option} was left out: curl sends the header ${header} that stands beside it.`
export const inOneLine = (header: string) => `${header} is sent once, with all its values.`
export const precedesCommand = (rest: string) => `${rest} stands before the command, and was left out.`
export const followsCommand = (rest: string) => `${rest} follows the command, and was left out.`
export const nothingToChange = 'It has neither headers nor a body: there is nothing that a rule could change.'

/** HAR. */
export const isNotAnEntry = (value: string) => `${value} is not an entry.`
export const requestMissing = 'The request is missing.'
export const answerMissing = 'The answer is missing.'
export const notOfHttp = 'No rule sees this address: it is not of http or https.'
export const staysOpen = 'A connection that stays open has no one answer.'
export const askedByBrowser = 'The browser asks this itself before another request, and no rule answers it.'
export const bodyNotInFile = '304 says that the browser has the body already; the file has it not.'
export const noFinalStatus = (status: number) => `${status} is no final status.`
export const kindNotAnswered = (kind: string) =>
  `No rule can answer a request of this kind (${kind}): only fetch and XHR, pages, scripts, styles, images and fonts.`
export const answeredWithOkOnly = (status: number) =>
  `A rule can answer this kind of request with 200 only, and this was ${status}.`
export const statusTextLeftOut = 'A status text holds Latin letters only; it is left out.'
export const actsInTurn =
  'A rule before it changes the same of the same requests. There both act, one after the other; here the upper one alone: move this one above it to have its change.'
export const actsOnTheWay =
  'A rule before it changes the address of the same requests. There both act at once; here this one acts on where that leads, if its condition holds there too.'
export const commandBefore =
  'A command before this one asks for the same address by the same method: what both set comes from its rule alone.'
export const standsBelow =
  'A rule behind it in the file changes the same of the same requests, and stands above it here: rules stand group by group, those in no group last.'
export const redirectComesFirst = (rule: string) =>
  `“${rule}” below is for some of the same requests. There the upper one is done; here a redirect comes first. Leave these requests out of its condition.`
export const actsWhereItIsLed = (rule: string) =>
  `“${rule}” leads requests of this one elsewhere. There both act; here this one acts on the address that they come to, if its condition holds there too.`
export const neverAnswered = 'It was never answered.'
export const failedInPage = (error: string) =>
  `It failed, or was given up, before its page had the whole answer: ${error}.`
export const answerHasTypeOnly = (left: string) =>
  `To this kind of request a made answer says its type and nothing else; left out: ${left}.`
export const pageOfItsOwn = 'As a page it has no address of the site: what it names by a path alone is not found.'
export const moduleHasNoAddress =
  'It imports other modules by a path alone, and from a rule it has no address for that to lead from.'
export const scriptHasNoAddress =
  'From a rule it has no address: what it imports later by a path alone, and its import.meta.url, lead nowhere.'
export const spriteHasNoAddress = 'Pages take drawings out of it by <use>, and from a rule they take none.'
export const keptByIntegrity =
  'From a rule what it names by a path leads nowhere, and its page, by its integrity, takes it with no other one.'
export const pathsAreWhole = 'From a rule it has no address: what it names by a path is written as a whole address.'
export const keptOutByPolicy = (directive: string) =>
  `The page’s Content-Security-Policy (${directive}) takes none from a rule. Where it is a header, the template “CSP off” takes it off.`
export const frameEndsChrome =
  'Where the Content-Security-Policy of the page around it keeps such a frame out, Chrome itself ends, with all of its windows. The template “CSP off” for that page keeps it from that.'
export const tooLargeForChrome = (size: string) =>
  `Chrome takes up to 2 MB as part of an address, and this takes ${size}.`
export const tooLargeButForFetch =
  'Pages, frames, scripts, styles and images can be answered with up to 2 MB only, so it acts on fetch and XHR alone.'
export const outOfReachOfMocks = 'A page that a rule answers is out of reach of the other mocks.'
export const headersLeftOut = (left: string) => `No browser takes these headers as they stand; left out: ${left}.`
export const redirectHasGoalOnly = (left: string) =>
  `A redirect has no headers beside where it leads; left out: ${left}.`
export const secretLeftOut = (header: string) => `${header} is left out, for your safety.`
export const cookiesLeftOut = 'Cookies that were set are left out, for your safety.'
export const methodKept = (status: number, method: string) =>
  `After ${status} a browser goes on with GET; the rule keeps ${method}.`
export const wayIsOff =
  'A redirect of this recording that leads here arrives off: who comes by way of it is answered by the server.'
export const leadsAwayAgain =
  'The server gives an answer here, too, as after a login: with this redirect on nobody would get past it.'
export const cannotBeHeldUp = (wait: number) => `It took ${wait} ms; a request of this kind cannot be held up.`
export const pageNotHeldUp = (wait: number) =>
  `It took ${wait} ms; a page that a rule answers is not held up, since it would run no script then.`
export const tenMinutesAtMost = 'Ten minutes at most are waited.'
export const formNotLookedAt = 'What a form sends to open a page no rule can look at: it acts whatever that is.'
export const leadsToItself = 'It leads to its own address, which a server ends by a cookie and a rule does not.'
export const leadsBackByOthers =
  'It leads to its own address by other redirects of this recording, which a server ends by a cookie and rules do not.'
export const goalNotInFile = 'Where it leads is not in the file.'
export const firstOfSeveral = (times: number) => `This request is in the file ${times} times; this is its first answer.`
export const answersOthersToo =
  'Requests that were not recorded and hold further fields than those asked for get this answer, too.'
export const answeredBefore = 'A rule cannot tell this request from another one of the file, which is answered first.'
export const waitsLonger = (milliseconds: number) =>
  `The delay of another answer in the file, ${milliseconds.toLocaleString('en')} ms, is for this request, too: of two the longer one acts.`
export const bodyNotRecorded = 'The body was not recorded.'
export const bodyInOtherFile = (file: string) =>
  `The body is in a file of its own, ${file}, which does not come along: record bodies into the HAR itself.`
export const unknownEncoding = (encoding: string) => `“${encoding}” is no known encoding.`
export const bytesForKindOnly = (kind: string) => `Its bytes are given to ${kind}s alone: fetch and XHR get none.`
export const bodyIsNoText = (type: string) => `The body is no text (${type}), and no rule here answers with bytes.`
export const unknownType = 'unknown type'
export const onlyFieldsAreAsked = (payload: string) =>
  `Only the fields of JSON or of a form can be asked for; ${payload} is not looked at.`
export const fieldsAskedFor = (fields: number) =>
  fields === 0
    ? 'Nothing of the payload is asked for: it answers every request of this method to this address.'
    : `${fields} ${fields === 1 ? 'field of the payload is' : 'fields of the payload are'} asked for; others are not looked at.`

/** Charles. */
export const settingsNotRead = (tool: string) => `The settings of ${tool} have no counterpart here.`
export const cachingOrCookies =
  'This is No Caching or Block Cookies, but the file does not say which. Export all settings instead.'
export const answeredWith403 = 'It was answered with 403; now it fails.'
export const firstAloneIsRead = (what: string) => `${what} stands here more than once; the first alone was read.`
export const locationIsOff = 'This location is off, and was left out.'
export const noLocationRead = 'Nothing of its location was understood, and without one it is for every URL.'
export const noLocationIsOn = 'It names no location that is on.'
export const hostHeaderNotKept = 'The other server is asked by its own name: the Host header cannot be kept.'
export const chooseFileInRule = (file: string) => `An import cannot read ${file}. Choose the file in the rule.`
export const directoryAlone = (path: string) =>
  `${path} is this very address alone, as newer versions of Charles read it: with a * at its end what lies below goes along.`
export const folderNotMapped = 'A folder cannot be mapped: every address gets the one file.'
export const isNoRewrite = (type: string) => `${type} is no kind of rewrite.`
export const onlyWhereHeld = (what: 'header' | 'parameter', value: string) =>
  `Only where the ${what} held ${value}; here it would be changed whatever it holds.`
export const onlyWhereThere = (what: 'header' | 'parameter', value: string) =>
  `Only where the ${what} ${value} was there; here it would be added everywhere.`
export const noHeadersByRegex = 'Headers cannot be chosen by an expression here.'
export const noParamsByRegex = 'Parameters cannot be chosen by an expression here.'
export const forNeither = 'It is for neither requests nor responses.'
export const everyPlaceOfAddress = 'It is looked for in the whole address, and every place is replaced.'
export const everyPlaceOf = (part: 'host' | 'path') => `Every place in the ${part} is replaced, not the first alone.`
export const firstPlaceOf = (part: 'host' | 'path') => `Only the first place in the ${part} is replaced.`
export const pathWhateverItIs = 'A path that is replaced whatever it is has no counterpart here.'
export const onlyWholePath = (path: string) =>
  `Only a path that was ${path} as a whole; here it is looked for anywhere in the address.`
export const pathAgainstWhole = (path: string) =>
  `${path} says where a path starts or ends; here it is held against the whole address.`
export const notHeldTo = (part: 'host' | 'path', text: string) =>
  `Where in a ${part} ${text} is found cannot be told; here it is looked for in the whole address.`
export const hostAgainstWhole = (host: string) =>
  `${host} says where a host starts or ends; here it is held against the whole address.`
export const everyPlaceReplaced = 'Every place is replaced, not the first alone.'
const onFetchAlone = 'acts on fetch and XHR alone; pages, scripts and the rest stay as they are.'
export const bodyBecomesCode = `Replacing inside a body becomes code, which ${onFetchAlone}`
export const isNoStatus = (value: string) => `${value} is no status.`
export const statusTakesCode = `Keeping the body under another status takes code, which ${onFetchAlone}`
export const onlyForStatus = (status: string) => `Only for the status ${status}; here it would be for every one.`

/** Header Editor. */
export const becomesCancel = 'It stops the request, so it becomes a Cancel rule.'
export const isNoText = (value: string) => `${value} is no text, and was left out.`
export const sentAsUtf8 = (encoding: string) => `The text is sent as UTF-8, not as ${encoding}.`
export const functionToldLess = `The function is told the address and the method only, in “detail”, and ${onFetchAlone}`
export const pasteTextOfFile = (file: string) => `The file ${file} cannot be read from here. Its text has to be pasted.`
export const isNoWayToMatch = (type: string) => `${type} is no way to match.`
export const leavesOutAllMethods = 'It leaves out all methods, and without that the rule would act on all.'
export const leavesOutAllKinds = 'It leaves out all kinds of requests, and without that the rule would act on all.'
export const noCodeOnGoing = (code: string) =>
  `Code that decides on where a request goes has no counterpart here: ${code}.`
export const noCodeOnHeaders = (code: string) => `Code that decides on headers has no counterpart here: ${code}.`

/** inssman. */
export const isNotARecord = (value: string) => `${value} is not a record, and was left out.`
export const noParamOperation = (what: string) => `${what} is no operation on parameters, and was left out.`
export const schemeAdded = (address: string) => `${address} has no scheme, so http:// stands before it.`
export const filledInAnew = (token: string) => `${token} is filled in anew for each request there; here it is text.`
export const isOffByItself = (row: string) => `This is off, and was left out: ${row}.`
export const noneIsOn = 'None of these is on.'
export const noMatchLeftOut = (type: string, value: string) =>
  `${type} is no way to match here, and ${value} was left out.`

/** ModHeader. */
export const choosesNothing = 'It is on with nothing chosen, so no request passes it there.'
export const isNotAProfile = (value: string) => `${value} is not a profile.`
export const isNotAReplacement = (value: string) => `${value} is not a replacement.`
export const isNotAHeaderChange = (value: string) => `${value} is not a header change.`
export const isNotAFilter = (value: string) => `${value} is not a filter, and was left out.`
export const filterIsOff = (filter: string) => `This filter is off, and was left out: ${filter}.`
export const wasToEnd = (time: string) => `It was to end at ${time}, and nothing ends by itself here.`
export const tabLeftOut = (tab: string) => `The filter for tab ${tab} was left out: it would not survive a restart.`
export const tabGroupLeftOut = (group: string) =>
  `The filter for tab group ${group} was left out: it would not survive a restart.`
export const windowLeftOut = (window: string) =>
  `The filter for window ${window} was left out: it would not survive a restart.`
export const noCookiesByRegex = (regex: string) => `Cookies chosen by the expression ${regex} have no counterpart here.`
export const cannotTakeSetCookie = (name: string) =>
  `Taking the cookie ${name} out of an answer has no counterpart here.`
export const cookieIsOneHeader = 'A cookie and its attributes become one Set-Cookie header, added to the others.'
export const directiveWithoutName = 'The directive has no name.'
export const wholePolicySet = (directive: string) =>
  `The whole Content-Security-Policy is set, with ${directive} in it.`

/** Redirector. */
export const historyIsNoRequest = 'An address that a page sets by itself (“history”) is no request, so no rule sees it.'
export const onlyHistory = 'It acts only on addresses that a page sets by itself (“history”), which are no requests.'
export const capturesAsTheyAre = (processing: string) => `Captures are put in as they are, without ${processing}.`
export const nineCaptures = (sign: string) => `${sign}: nine captures can be put in.`
export const isNotARedirect = (value: string) => `${value} is not a redirect.`

/** Requestly. */
export const toScriptsOnlyWith = (status: number) =>
  `With ${status} it answers fetch and XHR alone: pages and files can be answered with 200 only.`
export const librariesNotLoaded = (libraries: string) => `The libraries ${libraries} are not loaded here.`
export const compressedByRequestly =
  'Its text is compressed in a way that only Requestly reads. Export it anew from there.'
export const filterHasNoCounterpart = (name: string, value: string) =>
  `The filter ${name} ${value} has no counterpart here, and without it the rule would act on more.`
export const fieldHasNoCounterpart = (name: string, value: string) =>
  `The field ${name} ${value} has no counterpart here, and without it the rule might act on more.`
export const onRequestsThemselves =
  'There it acts on all that pages at such addresses ask for; here it acts on requests to such addresses.'
export const pairStatusNotRead = (status: string) =>
  `${status} on one of its conditions is not looked at there, nor here: it acts.`
export const wasReadOnly = 'It was read-only there; here it can be changed.'

/** Resource Override. */
export const needsMoreCaptures = 'Nine captures can be put in, and this needs more.'
export const holdsCaptureSign = (text: string) => `${text} holds a sign that puts in a capture here.`
export const tabsHaveNoCounterpart = (address: string) =>
  `Tabs like ${address} have no counterpart here, and the rule would act on all.`
export const changesNothing = (what: string) => `${what} changes nothing, so its conditions are left out.`
export const leadsNowhere = (destination: string) => `${destination} is no address that a request can be sent to.`
export const leadsRound = (destination: string) =>
  `${destination} is an address that it acts on again, and again: Chrome would go round in circles.`
export const tabsBecomePages = (address: string, domain: string) =>
  `Tabs like ${address} become all pages of ${domain}.`
export const noInjectionAt = (kind: string, place: string, what: string) =>
  `No rule here puts a script or a style into a page (${kind}, ${place}): ${what}.`

/** SimpleModifyHeaders. */
export const isNoPattern = (value: string) => `${value} is no pattern of addresses, and was left out.`
export const isNotAHeader = (value: string) => `${value} is not a header.`

/** Names and descriptions that an import gives to what had none. */
export const importedGroup = 'Imported'
export const unnamedGroup = 'Group'
export const profileNumber = (number: number) => `Profile ${number}`
export const recording = 'Recorded'
export const recordedBy = (tool: string) => `Recorded by ${tool}`
export const recordedAt = (answer: string, when: string) => `${answer}, recorded ${when}`
export const nameOfWait = (name: string) => `${name}: wait`
export const nameOfHeaders = (name: string) => `${name}: headers`
export const nameOfBody = (name: string) => `${name}: body`
export const pairsThatWereOff = (name: string) => `${name} (off)`
export const redirectOf = (match: string) => `Redirect ${match}`
export const textFor = (match: string) => `Text for ${match}`
export const headersFor = (match: string) => `Headers of ${match}`
export const fromTo = (from: string, to: string) => `${from} to ${to}`
export const exampleOf = (address: string) => `Example: ${address}`
export const exampleBecomes = (address: string, result: string) => `Example: ${address} becomes ${result}`
