import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {meetFirst} from '../src/page/main/meet'
import {startMain} from '../src/page/main/start'
import {lesserMain, meeting} from '../src/page/wire'

/** In the page's own world, before any script of the page; engine and platform see to when. Knows fixed texts and delays. */
export default defineUnlistedScript(() => startMain(meetFirst(meeting, lesserMain)))
