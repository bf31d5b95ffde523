/** The kinds of answers that Requestly gives to scripts alone: pages and files are the part of another kind. */
export const answersOfApis: ReadonlySet<unknown> = new Set(['restApi', 'graphqlApi'])
