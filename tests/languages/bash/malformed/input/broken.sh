good() { also; }
if then ( {
also() { good; }
echo "open
