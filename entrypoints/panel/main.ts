import {createPanelBrowserAdapter} from '../../src/browser/shared/devtools'
import {createWorkerClient} from '../../src/browser/shared/worker-client'
import {mountPanel} from '../../src/ui/devtools-panel/panel'

const root = document.getElementById('app')
if (root) mountPanel(root, {client: createWorkerClient(), browserAdapter: createPanelBrowserAdapter()})
