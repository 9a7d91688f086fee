# Writes the files of this folder anew with the system's LibreOffice: python3 make.py (needs python3-uno).
# Each holds the text "Locked harbour" and is encrypted with the password "Größe 7".
import os, subprocess, sys, tempfile, time
import uno
from com.sun.star.beans import NamedValue, PropertyValue

FILTERS = {
    "odt": ("private:factory/swriter", "writer8"),
    "doc": ("private:factory/swriter", "MS Word 97"),
    "docx": ("private:factory/swriter", "MS Word 2007 XML"),
    "ods": ("private:factory/scalc", "calc8"),
    "xls": ("private:factory/scalc", "MS Excel 97"),
    "xlsx": ("private:factory/scalc", "Calc MS Excel 2007 XML"),
    "odp": ("private:factory/simpress", "impress8"),
    "pptx": ("private:factory/simpress", "Impress MS PowerPoint 2007 XML"),
}
TEXT = "Locked harbour"
PASSWORD = "Größe 7"

def value(name, of):
    one = PropertyValue()
    one.Name, one.Value = name, of
    return one

pipe = f"locked{os.getpid()}"
with tempfile.TemporaryDirectory() as home:
    office = subprocess.Popen(["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{home}", f"--accept=pipe,name={pipe};urp;"])
    resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    for _ in range(120):
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            break
        except Exception:
            time.sleep(0.5)
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    for name, (factory, written) in FILTERS.items():
        document = desktop.loadComponentFromURL(factory, "_blank", 0, (value("Hidden", True),))
        if "writer" in factory:
            document.Text.setString(TEXT)
        elif "calc" in factory:
            document.Sheets.getByIndex(0).getCellByPosition(0, 0).setString(TEXT)
        else:
            page = document.DrawPages.getByIndex(0)
            shape = document.createInstance("com.sun.star.drawing.TextShape")
            page.add(shape)
            shape.setString(TEXT)
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"locked.{name}")
        # Filters of Office Open XML take the password under a name of their own only.
        secret = uno.Any("[]com.sun.star.beans.NamedValue", (NamedValue("OOXPassword", PASSWORD), NamedValue("CryptoType", "Standard")))
        how = value("EncryptionData", secret) if "XML" in written else value("Password", PASSWORD)
        document.storeToURL(f"file://{path}", (value("FilterName", written), how))
        document.close(True)
    try:
        desktop.terminate()
    except Exception:
        pass
    office.wait(20)
