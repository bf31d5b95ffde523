import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {meetFirst} from '../src/page/main/meet'
import {startMain} from '../src/page/main/start'
import {meeting, wholeMain} from '../src/page/wire'

/** In the place of `page-main` where rules are code, look at payloads or send requests elsewhere, or their texts are long. */
export default defineUnlistedScript(() => startMain(meetFirst(meeting, wholeMain)))
