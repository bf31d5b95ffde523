import * as z from 'zod/mini'

const numberSetting = (least: number, most: number, fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most)), fallback)

const environment = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: numberSetting(0, 65_535, 8484),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//, 'This must begin with postgres://'))),
  DATA_FOLDER: z._default(z.string(), './team-data'),
  CALLS_PER_MINUTE: numberSetting(1, 1_000_000, 1200),
  BODY_LIMIT: numberSetting(1024, 64 * 1024 * 1024, 8 * 1024 * 1024),
  PUBLIC_URL: z.optional(z.url({protocol: /^https?$/, error: 'This must begin with https:// or http://'})),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

export type Settings = {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  readonly databaseUrl: string | undefined
  readonly folder: string
  readonly callsPerMinute: number
  /** Of one body, in bytes. */
  readonly bodyLimit: number
  /** The host of the service, which no rule may touch; by default the host of each request. */
  readonly publicHost: string | undefined
  readonly logLevel: z.infer<typeof environment>['LOG_LEVEL']
}

/** Reads the settings; throws one sentence that names each variable that is wrong. */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const variablesSet = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const read = z.safeParse(environment, variablesSet)
  if (!read.success)
    throw new Error(read.error.issues.map(({path, message}) => `${path.join('.')}: ${message}`).join('; '))
  const {data} = read
  return {
    host: data.HOST,
    port: data.PORT,
    databaseUrl: data.DATABASE_URL,
    folder: data.DATA_FOLDER,
    callsPerMinute: data.CALLS_PER_MINUTE,
    bodyLimit: data.BODY_LIMIT,
    publicHost: data.PUBLIC_URL === undefined ? undefined : new URL(data.PUBLIC_URL).hostname,
    logLevel: data.LOG_LEVEL,
  }
}
