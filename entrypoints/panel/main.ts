import {panelSurface} from '../../src/platform/devtools'
import {createWorkerClient} from '../../src/platform/worker-client'
import {mountPanel} from '../../src/ui/panel/panel'

const root = document.getElementById('app')
if (root) mountPanel(root, {client: createWorkerClient(), surface: panelSurface()})
