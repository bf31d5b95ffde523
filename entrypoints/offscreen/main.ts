import {startOffscreen} from '../../src/page/runner/offscreen'
import {offscreenPort} from '../../src/platform/offscreen-port'

startOffscreen(document, offscreenPort)
