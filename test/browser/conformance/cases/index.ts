import type {Theme} from '../case'
import {aborts} from './aborts'
import {addresses} from './addresses'
import {fetchBodies, requestBodies, typedBodies, xhrBodies} from './bodies'
import {cors} from './cors'
import {errors} from './errors'
import {headers} from './headers'
import {methods} from './methods'
import {redirects} from './redirects'
import {requests} from './requests'
import {responses} from './responses'
import {plainStreams, uploads} from './streams'
import {structure} from './structure'
import {uses} from './uses'
import {xhrAborts, xhrTimeouts} from './xhr-aborts'
import {xhrAnswers} from './xhr-answers'
import {xhrEvents} from './xhr-events'
import {xhrStates} from './xhr-states'
import {xhrSync} from './xhr-sync'

/** Each runs in one page. */
export const themes: Readonly<Record<string, Theme>> = {
  bodies: {...fetchBodies, ...requestBodies, ...xhrBodies, ...typedBodies},
  methods,
  headers,
  requests,
  responses,
  redirects,
  addresses,
  aborts,
  errors,
  cors,
  streams: plainStreams,
  structure,
  uses,
  'xhr-answers': xhrAnswers,
  'xhr-events': xhrEvents,
  'xhr-aborts': xhrAborts,
  'xhr-timeouts': xhrTimeouts,
  'xhr-states': xhrStates,
  'xhr-sync': xhrSync,
  'over-http2': uploads,
}
