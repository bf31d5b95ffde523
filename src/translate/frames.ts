import type {Address} from '../matching/address'

/**
 * A source compares one part of an address; a regexFilter sees the whole of it, fragment included. Embedding writes the pattern so
 * that it can match nothing but its own part. RE2 has no look-around, so what comes before and after is matched as well.
 */
export type Frame = {
  /** From the start of the address to the start of the part. */
  readonly lead: string
  /** Any text inside the part, shortest first. */
  readonly gap: string
  /** What follows the part. */
  readonly end: string
  /** What follows the part, up to the fragment. */
  readonly rest: string
  /** What has to follow a match inside the part. */
  readonly after: string
}

// Credentials stand between the scheme and the host, and look like a host and a port. Only the @ tells, so each host is read up to
// the slash that ends it, with no @ on the way.
const toHost = '^[^/]*//(?:[^/@]*@)?'

export const frames: Readonly<Record<keyof Address, Frame>> = {
  url: {lead: '^', gap: '[^#]*?', end: '(?:#|$)', rest: '', after: ''},
  host: {lead: toHost, gap: '[^/:@]*?', end: '(?::[^/@]*)?/', rest: '(?::[^/@]*)?/[^#]*', after: '[^/@]*/'},
  hostPort: {lead: toHost, gap: '', end: '/', rest: '/[^#]*', after: ''},
  writtenHostPort: {lead: toHost, gap: '[^/@]*?', end: '/', rest: '/[^#]*', after: '[^/@]*/'},
  path: {lead: '^[^/]*//[^/]*', gap: '[^?#]*?', end: '(?:[?#]|$)', rest: '(?:\\?[^#]*)?', after: ''},
}

/** Why there is no regexFilter: no address can match, or RE2 cannot be told which part is meant. */
export type NotEmbedded = 'never' | 'unclear'

export type Embedded = {readonly regexFilter: string; readonly isUrlFilterCaseSensitive: boolean}

/** For a substitution, how an address is matched to its end. */
export type Embedding = {
  readonly whole?: boolean
  /** Keep the pattern's captures; they become \1, \2… */
  readonly captures?: boolean
  /** Capture the fragment as well, after the pattern's own captures. */
  readonly fragment?: boolean
}
