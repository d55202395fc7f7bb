os.environ["A
os.environ.get("B", 
os.getenv(ÿ"C"
x = os.environ["D"] == ((((
